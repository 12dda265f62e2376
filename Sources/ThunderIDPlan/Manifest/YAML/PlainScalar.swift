import ThunderID

/// What a scalar without quotes may mean. JSON's spelling counts; what some YAML reader would change is ambiguous.
package enum PlainScalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case text
  /// Readers disagree: `no`, `0123`, `1_000`, `12:30`, `2024-01-01`, `0x1F`, `.inf`, `1e3`.
  case ambiguous

  package init(_ text: String) {
    switch text {
    case "", "~", "null":
      self = .null
      return
    case "true", "false":
      self = .bool(text == "true")
      return
    default: break
    }
    guard let first = text.utf8.first else {
      self = .text
      return
    }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      self = PlainScalar.numeric(text)
    default:
      self = text.utf8.count <= 5 && PlainScalar.words.contains(text.lowercased()) ? .ambiguous : .text
    }
  }

  private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "="]

  private static func numeric(_ text: String) -> PlainScalar {
    let bytes = Array(text.utf8)
    if let number = JSONNumber(text) {
      // PyYAML reads 1e3 as text, others as a number.
      return bytes.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ? .ambiguous : .number(number)
    }
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let body = String(decoding: rest, as: UTF8.self).lowercased()
    if [".inf", ".nan"].contains(body) { return .ambiguous }
    guard let first = rest.first, first == UInt8(ascii: ".") || isDigit(first) else { return .text }
    if body.hasPrefix("0x") || body.hasPrefix("0o") || body.hasPrefix("0b") {
      return body.dropFirst(2).utf8.allSatisfy({ isHex($0) || $0 == UInt8(ascii: "_") }) && body.utf8.count > 2
        ? .ambiguous : .text
    }
    if isDate(rest) { return .ambiguous }
    // Digits with points, underscores, colons or an exponent: octal, grouped, sexagesimal, float.
    let marks: [UInt8] = [
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "e"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    ]
    let isNumberLike = body.utf8.allSatisfy { isDigit($0) || marks.contains($0) } && body.utf8.contains(where: isDigit)
    guard isNumberLike else { return .text }
    let points = body.utf8.count { $0 == UInt8(ascii: ".") }
    let dashes = body.utf8.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let exponents = body.utf8.count { $0 == UInt8(ascii: "e") }
    // 1.2.3 and 555-1234 are no reader's numbers.
    return points > 1 || exponents > 1 || dashes > exponents ? .text : .ambiguous
  }

  private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4 && (1...2).contains(parts[1].count)
      && (1...2).contains(parts[2].count)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte >= 0x61 && byte <= 0x66) }
}
