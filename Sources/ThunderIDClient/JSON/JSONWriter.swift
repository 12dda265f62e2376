extension JSONValue {
  /// How a value is laid out as text.
  public struct Style: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// A style from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// One member or element a line, indented by two spaces.
    public static let pretty = Style(rawValue: 1)
    /// Keys in the order of their bytes: equal values give equal text.
    public static let sortedKeys = Style(rawValue: 2)
  }

  /// The value as JSON text in UTF-8.
  public func bytes(_ style: Style = []) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(self, indent: 0)
    return writer.out
  }

  /// The value as JSON text.
  public func text(_ style: Style = []) -> String { String(decoding: bytes(style), as: UTF8.self) }
}

private struct JSONWriter {
  let style: JSONValue.Style
  var out: [UInt8] = []

  mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): out.append(contentsOf: number.text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      writeList(elements, open: "[", close: "]", indent: indent) { $0.write($1, indent: indent + 1) }
    case .object(let object):
      var members = Array(object)
      if style.contains(.sortedKeys) {
        members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      }
      writeList(members, open: "{", close: "}", indent: indent) { writer, member in
        writer.write(member.key)
        writer.out.append(UInt8(ascii: ":"))
        if writer.style.contains(.pretty) { writer.out.append(UInt8(ascii: " ")) }
        writer.write(member.value, indent: indent + 1)
      }
    }
  }

  private mutating func writeList<Element>(
    _ elements: [Element], open: Unicode.Scalar, close: Unicode.Scalar, indent: Int,
    _ writeElement: (inout JSONWriter, Element) -> Void
  ) {
    out.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      breakLine(indent + 1)
      writeElement(&self, element)
    }
    if !elements.isEmpty { breakLine(indent) }
    out.append(UInt8(ascii: close))
  }

  private mutating func breakLine(_ indent: Int) {
    guard style.contains(.pretty) else { return }
    out.append(UInt8(ascii: "\n"))
    out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }

  private mutating func write(_ text: String) {
    var text = text
    out.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      // What stands between two escapes goes in one piece.
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        out.append(contentsOf: bytes[start..<index])
        writeEscape(byte)
        start = index + 1
      }
      out.append(contentsOf: bytes[start...])
    }
    out.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): out.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): out.append(contentsOf: "\\\\".utf8)
    case 0x0A: out.append(contentsOf: "\\n".utf8)
    case 0x0D: out.append(contentsOf: "\\r".utf8)
    case 0x09: out.append(contentsOf: "\\t".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      out.append(contentsOf: "\\u00".utf8)
      out.append(digits[Int(byte >> 4)])
      out.append(digits[Int(byte & 15)])
    }
  }
}
