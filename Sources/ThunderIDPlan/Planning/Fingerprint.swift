import ThunderID

/// What a live record was when the plan was made, so that a later change of it is noticed and named.
///
/// It holds a keyed digest of each field and reveals none of them: the server shows no secret in a record, and the key
/// is a random one of the plan. Fields that only the server sets are left out, and order of sets does not count.
package struct Fingerprint: Sendable, Hashable {
  /// Digests by the pointer of the field.
  package private(set) var fields: [String: String]

  /// The fingerprint of a record.
  package init(of record: JSONValue, kind: any Kind, key: [UInt8]) {
    fields = [:]
    add(Overlay.writable(record, rules: kind.rules), shape: .object(kind.rules), at: JSONPointer(), key: key)
  }

  /// A fingerprint as it was saved.
  package init(fields: [String: String]) { self.fields = fields }

  /// The fields that differ, in the order of their pointers.
  package func differences(from other: Fingerprint) -> [String] {
    Set(fields.keys).union(other.fields.keys).filter { fields[$0] != other.fields[$0] }.sorted()
  }

  private mutating func add(_ value: JSONValue, shape: FieldRule.Shape, at pointer: JSONPointer, key: [UInt8]) {
    switch value {
    case .object(let members) where !members.isEmpty:
      for (name, value) in members { add(value, shape: shape.member(name), at: pointer.appending(name), key: key) }
    case .array(let elements) where elements.contains(where: { $0.objectValue != nil }):
      for (index, element) in elements.enumerated() {
        add(element, shape: shape.element, at: pointer.appending(String(index)), key: key)
      }
    default:
      if value.isEmpty { return }
      // The pointer is part of the text, so that equal values of two fields have two digests.
      let text = pointer.description + "\n" + Fingerprint.canonical(value, shape: shape)
      fields[pointer.description] = Digest.hmac(Array(text.utf8), key: key)
    }
  }

  private static func canonical(_ value: JSONValue, shape: FieldRule.Shape) -> String {
    switch (value, shape) {
    case (.array(let elements), .set): elements.map { canonical($0, shape: .free) }.sorted().joined(separator: "\n")
    case (.number(let number), _): number.canonical
    default: value.text(.sortedKeys)
    }
  }
}
