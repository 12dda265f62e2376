/// A JSON value that keeps what it was read from: the order of keys and the exact text of numbers.
///
/// A tool that writes whole records back must not alter what it did not mean to change, so `1.0` stays `1.0`,
/// `9007199254740993` stays exact and unknown fields survive. RFC 8259.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Byte-exact equality: strings by their UTF-8 (Swift's own `==` folds canonical equivalents), objects in order,
  /// numbers by their text. For equality of meaning see ``isEquivalent(to:)``.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.string(let x), .string(let y)): x.hasSameBytes(as: y)
    case (.array(let x), .array(let y)): x == y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }

  /// Feeds the same bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): value.hashBytes(into: &hasher)
    case .array(let values): hasher.combine(values)
    case .object(let value): hasher.combine(value)
    }
  }

  /// Equality of meaning: key order is ignored and numbers compare by value (`1`, `1.0` and `1e0` are one number).
  public func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let x), .number(let y)): return x.isEquivalent(to: y)
    case (.array(let x), .array(let y)):
      return x.count == y.count && zip(x, y).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let x), .object(let y)):
      guard x.count == y.count else { return false }
      return x.allSatisfy { key, value in y[key].map { value.isEquivalent(to: $0) } ?? false }
    default: return self == other
    }
  }
}

extension JSONValue {
  /// Whether all that `other` says is so here: members of objects, at any depth, that `other` does not name may be
  /// anything; all else is the same exactly.
  package func holds(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let own), .object(let wanted)): own.holds(wanted)
    default: self == other
    }
  }

  /// Whether this is an object whose member of that name is that text.
  package func holds(_ text: String, at key: String) -> Bool {
    guard case .object(let object) = self else { return false }
    return object.withValue(of: key) { value in
      if case .string(let own) = value { own.hasSameBytes(as: text) } else { false }
    } ?? false
  }

  /// The text, when this is a string.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The truth value, when this is a boolean.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, when this is an array.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, when this is an object.
  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
  /// The integer, when this is a number that is one and fits.
  public var intValue: Int? { if case .number(let value) = self { value.int } else { nil } }
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The member of that name, when this is an object that has one.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }
  /// The element at that index, when this is an array that has one.
  public subscript(index: Int) -> JSONValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// An array of these elements.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object of these members; a later member replaces an earlier one of the same key.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
