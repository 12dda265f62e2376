import ThunderID

/// Compares what the manifest declares with a live record, field by field, by the kind's rules.
package enum Diff {
  /// The differences that a full replace with ``Overlay/merge(_:over:shape:)`` would make. Only declared fields are
  /// looked at; order of sets, spelling of numbers and the server's own defaults are no differences.
  package static func changes(_ desired: JSONValue, against live: JSONValue, rules: [FieldRule]) -> [FieldChange] {
    var changes: [FieldChange] = []
    compare(desired, live, shape: .object(rules), rule: nil, at: [], into: &changes)
    return changes
  }

  private static func compare(
    _ desired: JSONValue, _ live: JSONValue?, shape: FieldRule.Shape, rule: FieldRule?, at path: [String],
    into changes: inout [FieldChange]
  ) {
    if isSame(desired, live, rule: rule) { return }
    switch (desired, live, shape) {
    case (.object(let members), .object(let current)?, _):
      for (key, value) in members {
        compare(
          value, current[key], shape: shape.member(key), rule: shape.rule(key), at: path + [key], into: &changes)
      }
    case (.array(let elements), .array(let current)?, .keyed(let key, let rules)) where !elements.isEmpty:
      var added = current.count
      for element in elements {
        if let index = Overlay.position(of: element, in: current, key: key) {
          compare(
            element, current[index], shape: .object(rules), rule: nil, at: path + [String(index)], into: &changes)
        } else {
          compareNew(element, at: path + [String(added)], into: &changes)
          added += 1
        }
      }
    case (.array(let elements), .array(let current)?, .set):
      if !Overlay.isSameSet(elements, current) { changes.append(change(path, live, desired)) }
    case (_, nil, _), (_, .null?, _):
      compareNew(desired, at: path, into: &changes)
    case (.null, _, _):
      changes.append(change(path, live, nil))
    default:
      changes.append(change(path, live, desired))
    }
  }

  /// A new value: each leaf of new objects is a change of its own, so that a person sees what comes.
  private static func compareNew(_ desired: JSONValue, at path: [String], into changes: inout [FieldChange]) {
    switch desired {
    case .object(let members) where !members.isEmpty:
      for (key, value) in members where !value.isNull { compareNew(value, at: path + [key], into: &changes) }
    case .array(let elements) where elements.contains(where: { $0.objectValue != nil }):
      for (index, element) in elements.enumerated() {
        compareNew(element, at: path + [String(index)], into: &changes)
      }
    default: changes.append(change(path, nil, desired))
    }
  }

  private static func change(_ path: [String], _ before: JSONValue?, _ after: JSONValue?) -> FieldChange {
    FieldChange(path: JSONPointer(path), before: before, after: after)
  }

  /// Whether both mean one thing: absent, null, empty and the server's default are one where the rule says so.
  private static func isSame(_ desired: JSONValue, _ live: JSONValue?, rule: FieldRule?) -> Bool {
    if let live, live.isEquivalent(to: desired) { return true }
    return isUnset(desired, rule: rule) && (live.map { isUnset($0, rule: rule) } ?? true)
  }

  private static func isUnset(_ value: JSONValue, rule: FieldRule?) -> Bool {
    if value.isEmpty { return true }
    guard let rule else { return false }
    // The server leaves empty texts of its own fields out of its answers; attributes, which have no rule, keep them.
    return value == "" || rule.fallback.map { $0.isEquivalent(to: value) } ?? false
  }
}

extension JSONValue {
  /// Whether the server treats the value like an absent one: null, an empty list or an empty object.
  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  /// The value without members that are null, at any depth: the body of a create.
  package var withoutNulls: JSONValue {
    switch self {
    case .object(let members):
      var result = JSONObject()
      for (key, value) in members where !value.isNull { result.appendUnchecked(key, value.withoutNulls) }
      return .object(result)
    case .array(let elements): return .array(elements.map(\.withoutNulls))
    default: return self
    }
  }
}
