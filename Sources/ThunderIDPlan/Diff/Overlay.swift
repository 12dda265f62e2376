import ThunderID

/// Lays declared fields over a live record by the field rules.
///
/// A PUT clears what it does not get (server-facts), so the live record is the base of every update: what the manifest
/// does not name stays as it is.
package enum Overlay {
  /// The record with the declared values in it. `null` clears; objects merge; keyed lists merge by key; a set that
  /// already holds the declared elements keeps the live order.
  package static func merge(_ desired: JSONValue, over live: JSONValue?, shape: FieldRule.Shape) -> JSONValue {
    switch (desired, shape) {
    case (.object(let members), _):
      var result = live?.objectValue ?? JSONObject()
      for (key, value) in members {
        result[key] = value.isNull ? nil : merge(value, over: result[key], shape: shape.member(key))
      }
      return .object(result)
    case (.array(let elements), .keyed(let key, let rules)):
      guard !elements.isEmpty else { return .array([]) }
      var result = live?.arrayValue ?? []
      for element in elements {
        if let index = position(of: element, in: result, key: key) {
          result[index] = merge(element, over: result[index], shape: .object(rules))
        } else {
          result.append(merge(element, over: nil, shape: .object(rules)))
        }
      }
      return .array(result)
    case (.array(let elements), .set):
      if let current = live?.arrayValue, isSameSet(elements, current) { return .array(current) }
      return desired
    case (.array(let elements), _):
      return .array(elements.map { merge($0, over: nil, shape: shape.element) })
    default:
      if let live, live.isEquivalent(to: desired) { return live }
      return desired
    }
  }

  /// The index of the element of a keyed list that has the same key value.
  package static func position(of element: JSONValue, in list: [JSONValue], key: String) -> Int? {
    guard let value = element[key] else { return nil }
    return list.firstIndex { $0[key] == value }
  }

  /// Whether both lists hold the same elements, whatever their order.
  package static func isSameSet(_ a: [JSONValue], _ b: [JSONValue]) -> Bool {
    guard a.count == b.count else { return false }
    if zip(a, b).allSatisfy({ $0 == $1 }) { return true }
    var rest = b
    for element in a {
      guard let index = rest.firstIndex(where: { $0.isEquivalent(to: element) }) else { return false }
      rest.remove(at: index)
    }
    return true
  }

  /// A live record without the fields that only the server sets: what a PUT may carry.
  package static func writable(_ record: JSONValue, rules: [FieldRule]) -> JSONValue {
    guard let members = record.objectValue else { return record }
    var result = JSONObject()
    for (key, value) in members {
      if key == "id" { continue }
      if let rule = rules[key], !rule.traits.isDisjoint(with: [.readOnly, .manifestOnly]) { continue }
      if value.isNull { continue }
      result.appendUnchecked(key, value)
    }
    return .object(result)
  }
}

extension FieldRule.Shape {
  /// The shape of the member of that name.
  package func member(_ key: String) -> FieldRule.Shape {
    switch self {
    case .object(let rules): rules[key]?.shape ?? .free
    case .map(let shape): shape
    default: .free
    }
  }

  /// The rule of the member of that name, where there is one.
  package func rule(_ key: String) -> FieldRule? {
    if case .object(let rules) = self { rules[key] } else { nil }
  }

  /// Whether what stands there is a list whose order means nothing.
  package func isSet(at pointer: JSONPointer) -> Bool {
    let shape = pointer.tokens.reduce(self) { shape, token in
      switch shape {
      case .keyed, .list, .set: shape.element
      default: shape.member(token)
      }
    }
    if case .set = shape { return true }
    return false
  }

  package var element: FieldRule.Shape {
    switch self {
    case .set(let shape), .list(let shape): shape
    case .keyed(_, let rules): .object(rules)
    default: .free
    }
  }
}
