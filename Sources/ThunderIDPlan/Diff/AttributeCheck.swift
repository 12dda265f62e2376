import ThunderID

/// Checks declared attributes against the live schema of their type, since the server answers only "Schema validation
/// failed", and reads scalars that YAML leaves open (`094040`) by it.
package struct AttributeCheck {
  package let schema: TypeSchema
  /// `user type 'Person'`, for messages.
  package let subject: String
  private(set) package var diagnostics: [Diagnostic] = []

  package init(schema: TypeSchema, subject: String) {
    self.schema = schema
    self.subject = subject
  }

  /// The attributes as JSON, each scalar read by its attribute's type.
  ///
  /// - Parameter live: the attributes on the server: an equal value was accepted there and is not checked again.
  package mutating func read(_ attributes: LocatedValue, live: JSONValue?) -> JSONValue {
    guard let members = attributes.members else { return attributes.json }
    return readMembers(members, of: schema.attributes, live: live, path: "")
  }

  /// Reports the required attributes that `merged` lacks.
  package mutating func requireAll(in merged: JSONValue, secrets: [SecretField], at location: SourceLocation) {
    for (name, attribute) in schema.attributes where attribute.isRequired {
      let isSet = merged[name].map { !$0.isNull } ?? false
      let isSecret = secrets.contains { $0.pointer.tokens == ["attributes", name] }
      if !isSet, !isSecret {
        let where_ = attribute.isCredential ? "credentials" : "attributes"
        report(
          "missing-attribute", location, "\(subject) requires the attribute '\(name)'",
          hint: "add \(name): under \(where_)")
      }
    }
  }

  private mutating func readMembers(
    _ members: [LocatedMember], of schema: [(name: String, attribute: TypeSchema.Attribute)], live: JSONValue?,
    path: String
  ) -> JSONValue {
    var result = JSONObject()
    for member in members {
      let name = path + member.key
      guard let attribute = schema.first(where: { $0.name.hasSameBytes(as: member.key) })?.attribute else {
        let known = schema.map(\.name)
        report(
          "unknown-attribute", member.keyLocation, "\(subject) has no attribute '\(name)'",
          hint: Spelling.nearest(to: member.key, in: known).map { "did you mean '\($0)'?" }
            ?? "it has: \(known.joined(separator: ", "))")
        continue
      }
      if attribute.isCredential {
        report(
          "credential-attribute", member.keyLocation, "'\(name)' is a credential of \(subject)",
          hint: "put it under credentials:, where it is kept secret")
        continue
      }
      result[member.key] = read(member.value, as: attribute, live: live?[member.key], name: name)
    }
    return .object(result)
  }

  private mutating func read(
    _ value: LocatedValue, as attribute: TypeSchema.Attribute, live: JSONValue?, name: String
  ) -> JSONValue {
    if case .null = value.content { return .null }
    guard let json = typed(value, as: attribute.shape, live: live, name: name) else { return value.json }
    if let live, live.isEquivalent(to: json) { return json }
    if !attribute.choices.isEmpty, !attribute.choices.contains(where: { $0.isEquivalent(to: json) }) {
      let allowed = attribute.choices.map { $0.stringValue ?? $0.text() }.joined(separator: ", ")
      report("attribute-choice", value.location, "'\(name)' must be one of: \(allowed)")
    }
    if let pattern = attribute.pattern, let text = json.stringValue, !pattern.matches(text) {
      report("attribute-pattern", value.location, "'\(name)' does not fit the pattern of \(subject): \(pattern.text)")
    }
    return json
  }

  private mutating func typed(
    _ value: LocatedValue, as shape: TypeSchema.Shape, live: JSONValue?, name: String
  ) -> JSONValue? {
    switch (shape, value.content) {
    case (.string, .text(let text)), (.string, .ambiguous(let text)): return .string(text)
    // The schema says text: the scalar is taken as it is written.
    case (.string, .number(let number)): return .string(number.text)
    case (.string, .bool(let flag)): return .string(flag ? "true" : "false")
    case (.number, .number(let number)): return .number(number)
    case (.boolean, .bool(let flag)): return .bool(flag)
    case (.array(let element), .list(let elements)):
      guard let element else { return value.json }
      return .array(elements.map { read($0, as: element, live: nil, name: name) })
    case (.object(let schema), .object(let members)):
      return readMembers(members, of: schema, live: live, path: name + ".")
    case (.unknown, _): return value.json
    default:
      report(
        "attribute-type", value.location, "'\(name)' must be \(AttributeCheck.word(for: shape))", hint: hint(value))
      return nil
    }
  }

  private func hint(_ value: LocatedValue) -> String? {
    if case .ambiguous(let text) = value.content {
      return "YAML readers disagree on \(text): write it in JSON's spelling"
    }
    return nil
  }

  private static func word(for shape: TypeSchema.Shape) -> String {
    switch shape {
    case .string: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .array: "a list"
    case .object: "a mapping"
    case .unknown: "anything"
    }
  }

  private mutating func report(_ code: String, _ location: SourceLocation, _ message: String, hint: String? = nil) {
    diagnostics.append(Diagnostic(code: code, location: location, message: message, hint: hint))
  }
}
