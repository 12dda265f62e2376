import ThunderID

/// What a user type or an agent type says about attributes.
struct AttributeSchema {
  let rules: JSONObject

  var uniqueNames: [String] { rules.filter { $0.value["unique"]?.boolValue == true }.map(\.key) }

  func isCredential(_ name: String) -> Bool { rules[name]?["credential"]?.boolValue == true }

  /// Whether attributes have the types, the values and the completeness that the schema asks for.
  func accepts(_ attributes: JSONObject) -> Bool { AttributeSchema.accepts(attributes, rules) }

  /// The schema for a replace, which may not bring credentials, so that none is required.
  var withoutRequiredCredentials: AttributeSchema {
    var rules = rules
    for (name, rule) in self.rules where isCredential(name) {
      guard case .object(var object) = rule else { continue }
      object["required"] = false
      rules[name] = .object(object)
    }
    return AttributeSchema(rules: rules)
  }

  private static func accepts(_ attributes: JSONObject, _ rules: JSONObject) -> Bool {
    for (name, rule) in rules where rule["required"]?.boolValue == true && attributes[name] == nil { return false }
    return attributes.allSatisfy { name, value in rules[name].map { accepts(value, $0) } ?? false }
  }

  private static func accepts(_ value: JSONValue, _ rule: JSONValue) -> Bool {
    switch (rule["type"]?.stringValue, value) {
    case ("string", .string(let text)):
      if let choices = rule["enum"]?.arrayValue, !choices.isEmpty, !choices.contains(value) { return false }
      guard let pattern = rule["regex"]?.stringValue, !pattern.isEmpty else { return true }
      return Pattern(pattern).map { $0.isFound(in: text) } ?? true
    case ("number", .number):
      guard let choices = rule["enum"]?.arrayValue, !choices.isEmpty else { return true }
      return choices.contains { $0.isEquivalent(to: value) }
    case ("boolean", .bool): return true
    case ("array", .array(let elements)):
      guard let items = rule["items"] else { return true }
      return elements.allSatisfy { accepts($0, items) }
    case ("object", .object(let object)):
      return accepts(object, rule["properties"]?.objectValue ?? JSONObject())
    default: return false
    }
  }

  /// Why a schema is none; nil for a good one. The text is the server's.
  static func problem(_ schema: JSONObject) -> String? {
    for (name, rule) in schema {
      guard case .object = rule else { return "invalid property '\(name)': property definition must be an object" }
      if let text = problem(rule) { return "invalid property '\(name)': \(text)" }
    }
    return nil
  }

  private static func problem(_ rule: JSONValue) -> String? {
    let types = ["string", "number", "boolean", "object", "array"]
    guard let type = rule["type"]?.stringValue else { return "missing required 'type' field" }
    guard types.contains(type) else {
      return "invalid type '\(type)', must be one of: \(types.joined(separator: ", "))"
    }
    if let pattern = rule["regex"]?.stringValue, Pattern(pattern) == nil { return "invalid regex pattern" }
    return nil
  }
}
