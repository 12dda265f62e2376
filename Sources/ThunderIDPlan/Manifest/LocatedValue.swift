import ThunderID

/// A value of the manifest with its place, after variables and before the live schema has had its say.
package struct LocatedValue: Sendable {
  /// What stands there.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case text(String)
    /// A plain scalar such as `0123`, `no` or `2024-01-01` that readers disagree on: text where the schema says text,
    /// an error elsewhere. The text is the scalar as written.
    case ambiguous(String)
    case list([LocatedValue])
    case object([LocatedMember])
  }

  package var content: Content
  package var location: SourceLocation
  /// Whether the value, or a part of it, came from something tagged `!secret`.
  package var isSensitive: Bool

  package init(_ content: Content, at location: SourceLocation, isSensitive: Bool = false) {
    self.content = content
    self.location = location
    self.isSensitive = isSensitive
  }
}

/// One member of an object of the manifest.
package struct LocatedMember: Sendable {
  package var key: String
  package var keyLocation: SourceLocation
  package var value: LocatedValue

  package init(key: String, keyLocation: SourceLocation, value: LocatedValue) {
    self.key = key
    self.keyLocation = keyLocation
    self.value = value
  }
}

extension LocatedValue {
  /// The members, when this is an object.
  package var members: [LocatedMember]? { if case .object(let members) = content { members } else { nil } }
  /// The elements, when this is a list.
  package var elements: [LocatedValue]? { if case .list(let elements) = content { elements } else { nil } }
  /// The text of a string or an ambiguous scalar.
  package var text: String? {
    switch content {
    case .text(let text), .ambiguous(let text): text
    default: nil
    }
  }

  /// The member of that name, when this is an object that has one.
  package subscript(key: String) -> LocatedValue? {
    guard case .object(let members) = content else { return nil }
    for index in members.indices where members[index].key.hasSameBytes(as: key) { return members[index].value }
    return nil
  }

  /// The value of an identifier, looked up at its place where it has one: a whole item as JSON would cost too much.
  package func identity(_ identifier: String, _ kind: any Kind) -> String? {
    guard let pointer = kind.pointer(to: identifier) else { return kind.identity(identifier, of: json) }
    return identity(pointer.tokens)
  }

  /// The value of an identifier at the end of a way.
  func identity(_ way: [String]) -> String? {
    let value = way.reduce(self as LocatedValue?) { $0?[$1] }
    if case .number(let number) = value?.content { return number.text }
    return value?.text
  }

  /// The value without places; an ambiguous scalar reads as text.
  package var json: JSONValue {
    switch content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number)
    case .text(let text), .ambiguous(let text): return .string(text)
    case .list(let elements): return .array(elements.map(\.json))
    case .object(let members):
      var object = JSONObject()
      object.reserveCapacity(members.count)
      // The reader refused duplicate keys, so no member needs a look for an earlier one.
      for member in members { object.appendUnchecked(member.key, member.value.json) }
      return .object(object)
    }
  }

  /// Whether a record shows all of it exactly: what ``ThunderID/JSONValue/holds(_:)`` says of ``json``, without making that.
  package func isHeld(by record: JSONValue) -> Bool {
    switch (content, record) {
    case (.null, .null): true
    case (.bool(let own), .bool(let other)): own == other
    case (.number(let own), .number(let other)): own == other
    case (.text(let own), .string(let other)), (.ambiguous(let own), .string(let other)): own.hasSameBytes(as: other)
    case (.list(let own), .array(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.isExactly($1) }
    case (.object(let own), .object(let other)):
      own.allSatisfy { member in other.withValue(of: member.key) { member.value.isHeld(by: $0) } ?? false }
    default: false
    }
  }

  /// Whether it is the same as JSON: within lists, objects have no other members.
  private func isExactly(_ record: JSONValue) -> Bool {
    switch content {
    case .list, .object: json == record
    default: isHeld(by: record)
    }
  }

  /// The place of the value at a pointer, or of its nearest ancestor that stands in the manifest.
  package func location(at pointer: JSONPointer) -> SourceLocation {
    var value = self
    for token in pointer.tokens {
      switch value.content {
      case .object:
        guard let next = value[token] else { return value.location }
        value = next
      case .list(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return value.location }
        value = elements[index]
      default: return value.location
      }
    }
    return value.location
  }

  /// Whether the value at a pointer, or something on the way to it, is sensitive.
  package func isSensitive(at pointer: JSONPointer) -> Bool { isSensitive(at: pointer.tokens) }

  func isSensitive(at way: [String]) -> Bool {
    var value = self
    for token in way {
      if value.isSensitive { return true }
      guard let next = value[token] else { return false }
      value = next
    }
    return value.isSensitive
  }

  /// The pointers of everything at or below this value that is sensitive. A list of plain values counts as one, so
  /// that taking a sensitive value out shifts no index.
  package func sensitivePointers(at base: JSONPointer = JSONPointer()) -> [JSONPointer] {
    switch content {
    case .list(let elements):
      if elements.contains(where: { $0.members == nil && !$0.sensitivePointers().isEmpty }) { return [base] }
      return elements.enumerated().flatMap { $1.sensitivePointers(at: base.appending(String($0))) }
    case .object(let members): return members.flatMap { $0.value.sensitivePointers(at: base.appending($0.key)) }
    default: return isSensitive ? [base] : []
    }
  }
}
