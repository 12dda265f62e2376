/// Percent-encoding of RFC 3986 and of HTML forms, over UTF-8.
package enum PercentEncoding {
  /// One path segment: everything but the unreserved characters is encoded, so that an id can't leave its place.
  ///
  /// `.` and `..` are encoded too, because on their own they would name another path (RFC 3986, section 3.3).
  package static func pathSegment(_ text: String) -> String {
    text == "." || text == ".." ? text.utf8.map { _ in "%2E" }.joined() : encode(text, space: "%20")
  }

  /// Names and values as the query of a URL.
  package static func query(_ items: [(String, String)]) -> String {
    items.map { encode($0.0, space: "%20") + "=" + encode($0.1, space: "%20") }.joined(separator: "&")
  }

  /// Names and values as `application/x-www-form-urlencoded`.
  package static func form(_ items: [(String, String)]) -> String {
    items.map { formValue($0.0) + "=" + formValue($0.1) }.joined(separator: "&")
  }

  /// One value of a form, which RFC 6749 (section 2.3.1) also asks for in client credentials.
  package static func formValue(_ text: String) -> String { encode(text, space: "+") }

  private static func encode(_ text: String, space: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        out.append(byte)
      case UInt8(ascii: " "): out.append(contentsOf: space.utf8)
      default: out.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
