#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Every key of a file once, told apart by its bytes: a file of many items repeats a few keys, and a number compares
/// faster than a text.
struct KeyTable {
  private var slots: [Int32] = Array(repeating: -1, count: 256)
  private var hashes: [UInt64] = []
  private(set) var texts: [String] = []
  /// Seeded, so that nobody can write a file of keys that collide.
  private let seed = UInt64.random(in: 1...UInt64.max)

  /// The number of a key.
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = hash(bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, isEqual(texts[number], bytes) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(texts.count)
    texts.append(String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    slots[slot] = number
    if texts.count * 2 > slots.count { grow() }
    return number
  }

  mutating func number(of text: String) -> Int32 {
    var text = text
    return text.withUTF8 { number(of: $0) }
  }

  private func isEqual(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // The texts are native, so their bytes lie in a row; the generic comparison is several times slower.
    text.utf8.withContiguousStorageIfAvailable { own in
      guard own.count == bytes.count else { return false }
      guard let a = own.baseAddress, let b = bytes.baseAddress else { return true }
      return memcmp(a, b, own.count) == 0
    }
      ?? text.utf8.elementsEqual(bytes)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash ^ (hash >> 32)
  }
}
