import ThunderID

/// Compares whole records, where a diff looks at declared fields only: what one lacks and the other has counts too.
enum RecordComparison {
  /// What a full replace with `wanted` would change of `live`.
  static func changes(_ wanted: JSONValue, against live: JSONValue, kind: any Kind) -> [FieldChange] {
    Diff.changes(cleared(wanted, whereIn: live), against: live, rules: kind.rules)
  }

  /// Whether `live` is what a full replace of `former` with `body` gives, whatever the server derived besides.
  static func isOutcome(_ live: JSONValue, of body: JSONValue, replacing former: JSONValue?, kind: any Kind) -> Bool {
    let writable = former.map { Overlay.writable($0, rules: kind.rules) } ?? .null
    return Diff.changes(cleared(body, whereIn: writable), against: live, rules: kind.rules).isEmpty
  }

  /// Whether somebody else changed `live` since it was written with `body`; what the server derives does not count.
  static func isTouched(_ live: JSONValue, since body: JSONValue, kind: any Kind) -> Bool {
    changes(body, against: Overlay.writable(live, rules: kind.rules), kind: kind).contains { change in
      change.after != nil || !isDerived(change.path, shape: .object(kind.rules))
    }
  }

  /// The record with a null for each field that it lacks and the other one has.
  private static func cleared(_ record: JSONValue, whereIn other: JSONValue) -> JSONValue {
    guard var members = record.objectValue, let current = other.objectValue else { return record }
    for (key, value) in current {
      members[key] = members[key].map { cleared($0, whereIn: value) } ?? .null
    }
    return .object(members)
  }

  private static func isDerived(_ path: JSONPointer, shape: FieldRule.Shape) -> Bool {
    var shape = shape
    for token in path.tokens {
      if let rule = shape.rule(token), rule.traits.contains(.derived) || rule.fallback != nil { return true }
      shape = Int(token) == nil ? shape.member(token) : shape.element
    }
    return false
  }
}
