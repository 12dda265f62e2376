import ThunderID

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Every text once, told apart by its bytes, as a number from 0 in the order in which they came: a number compares
/// faster than a text, and many texts cost less here than in a dictionary.
package struct TextTable: Sendable {
  /// The numbers by place; -1 where there is none.
  private var slots: [Int32]
  private var hashes: [UInt32] = []
  package private(set) var texts: [String] = []
  /// Seeded, so that nobody can write texts that collide.
  private static let seed = UInt64.random(in: 1...UInt64.max)

  /// - Parameter capacity: how many texts it takes without growing.
  package init(capacity: Int = 0) {
    var size = 256
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    hashes.reserveCapacity(capacity)
    texts.reserveCapacity(capacity)
  }

  package var count: Int { texts.count }
  package var isEmpty: Bool { texts.isEmpty }

  /// The number of a text, and whether it is a new one.
  package mutating func insert(_ text: String) -> (number: Int, isNew: Bool) {
    let (number, slot, hash) = TextTable.withBytes(of: text) { place(of: $0) }
    if let number { return (number, false) }
    return (append(text, slot, hash), true)
  }

  /// The number of the text that these bytes are.
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let (number, slot, hash) = place(of: bytes)
    return Int32(number ?? append(String(decoding: bytes, as: UTF8.self), slot, hash))
  }

  /// The number of a text; nil where it is not there.
  package func find(_ text: String) -> Int? { TextTable.withBytes(of: text) { place(of: $0).number } }

  package func contains(_ text: String) -> Bool { find(text) != nil }

  /// Whether both hold the same texts, in whatever order.
  package func hasSameTexts(as other: TextTable) -> Bool { count == other.count && texts.allSatisfy(other.contains) }

  private mutating func append(_ text: String, _ slot: Int, _ hash: UInt32) -> Int {
    let number = texts.count
    texts.append(text)
    hashes.append(hash)
    slots[slot] = Int32(number)
    if texts.count * 2 > slots.count { grow() }
    return number
  }

  /// Where a text is or would be.
  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> (number: Int?, slot: Int, hash: UInt32) {
    let hash = TextTable.hash(bytes)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, TextTable.withBytes(of: texts[number], { isEqual($0, bytes) }) {
        return (number, slot, hash)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (nil, slot, hash)
  }

  private func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    guard let x = a.baseAddress, let y = b.baseAddress else { return true }
    return memcmp(x, y, a.count) == 0
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  /// Strings that came bridged from elsewhere have no contiguous bytes until they are copied.
  @inline(__always)
  private static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = text
    return copy.withUTF8(body)
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    hash = mixed(hash ^ rest)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Both halves of the product, so that every bit of the input reaches every bit of the result.
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
