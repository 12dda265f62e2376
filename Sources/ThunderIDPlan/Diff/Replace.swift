import ThunderID

/// `lifecycle.manage: replace`: the manifest is the whole truth, so what it does not declare is cleared.
package enum Replace {
  /// The declared fields with a `null` for each mutable field that the live record has and the manifest has not.
  /// Fields that the server fills or derives, required ones and secrets stay.
  package static func clearingUndeclared(_ desired: JSONValue, live: JSONValue, shape: FieldRule.Shape) -> JSONValue {
    switch (desired, live, shape) {
    case (.object(var members), .object(let current), _):
      for (key, value) in current {
        if let declared = members[key] {
          members[key] = clearingUndeclared(declared, live: value, shape: shape.member(key))
        } else if mayClear(key, value, shape: shape) {
          members[key] = .null
        }
      }
      return .object(members)
    case (.array(let elements), .array(let current), .keyed(let key, let rules)):
      return .array(
        elements.map { element in
          guard let index = Overlay.position(of: element, in: current, key: key) else { return element }
          return clearingUndeclared(element, live: current[index], shape: .object(rules))
        })
    default: return desired
    }
  }

  private static func mayClear(_ key: String, _ value: JSONValue, shape: FieldRule.Shape) -> Bool {
    if value.isEmpty { return false }
    guard case .object = shape else { return true }
    guard let rule = shape.rule(key) else { return false }
    if let fallback = rule.fallback, fallback.isEquivalent(to: value) { return false }
    return rule.traits.isDisjoint(with: [.readOnly, .derived, .required, .writeOnly, .manifestOnly, .immutable])
      && key != "id" && key != "ouId"
  }
}
