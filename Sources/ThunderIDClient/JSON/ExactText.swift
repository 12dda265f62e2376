#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

extension String {
  /// Whether both are the same bytes of UTF-8. Swift's own `==` folds canonical equivalents, which the server tells
  /// apart; comparing the views element by element is ten times as slow.
  package func hasSameBytes(as other: String) -> Bool {
    // The same storage, or the same few bytes within the value itself.
    if unsafeBitCast(self, to: (UInt64, UInt64).self) == unsafeBitCast(other, to: (UInt64, UInt64).self) { return true }
    let length = utf8.count
    guard length == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        guard let x = a.baseAddress, let y = b.baseAddress else { return true }
        return memcmp(x, y, length) == 0
      }
    }
    // Strings that came bridged from elsewhere have no contiguous bytes.
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Feeds the bytes that ``hasSameBytes(as:)`` compares.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of UTF-8: two texts one after the other are told from others cut elsewhere.
    hasher.combine(UInt8(0xFF))
  }
}
