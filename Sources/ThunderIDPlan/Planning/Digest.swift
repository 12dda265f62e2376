import CCrypto

/// SHA-256 and its keyed form, through libcrypto.
package enum Digest {
  /// SHA-256 in lower-case hexadecimal.
  package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
    let input = Array(bytes)
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    EVP_Digest(input, input.count, &out, &length, EVP_sha256(), nil)
    return hex(out)
  }

  /// HMAC-SHA-256 (RFC 2104) in lower-case hexadecimal.
  package static func hmac(_ bytes: [UInt8], key: [UInt8]) -> String {
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &out, &length)
    return hex(out)
  }

  /// Bytes as two hexadecimal digits each.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Hexadecimal digits as bytes; nil where they are none.
  package static func bytes(hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
