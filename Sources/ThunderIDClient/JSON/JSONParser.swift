/// Why a text is not JSON, and where.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words.
  public let message: String
  /// How many bytes stand before the fault.
  public let offset: Int
  /// The fault with its place.
  public var description: String { "\(message) at byte \(offset)" }
}

extension JSONValue {
  /// How deep arrays and objects may nest.
  public static let depthLimit = 512

  /// Reads one JSON text strictly by RFC 8259: UTF-8, no byte order mark, no trailing comma, nothing after the value,
  /// no key twice, at most 512 levels deep.
  ///
  /// - Throws: ``JSONParseError`` with the offset of the first fault.
  public init(parsing bytes: some Collection<UInt8>) throws {
    self =
      try bytes.withContiguousStorageIfAvailable { try JSONValue(parsing: $0) }
      ?? Array(bytes).withUnsafeBufferPointer { try JSONValue(parsing: $0) }
  }

  /// Reads one JSON text; see ``init(parsing:)-(Collection)``.
  public init(parsing text: String) throws {
    var copy = text
    self = try copy.withUTF8 { try JSONValue(parsing: $0) }
  }

  init(parsing buffer: UnsafeBufferPointer<UInt8>) throws {
    var parser = JSONParser(bytes: buffer)
    self = try parser.parseText()
  }
}

struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var depth = 0

  mutating func parseText() throws -> JSONValue {
    skipSpace()
    let value = try parseValue()
    skipSpace()
    guard position == bytes.count else { throw error("unexpected text after the value") }
    return value
  }

  private func error(_ message: String, at offset: Int? = nil) -> JSONParseError {
    JSONParseError(message: message, offset: offset ?? position)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func parseValue() throws -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return try nested { try $0.parseObject() }
    case UInt8(ascii: "["): return try nested { try $0.parseArray() }
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case nil: throw error("unexpected end")
    default: return try parseNumber()
    }
  }

  private mutating func nested(_ parse: (inout JSONParser) throws -> JSONValue) throws -> JSONValue {
    guard depth < JSONValue.depthLimit else { throw error("nested deeper than \(JSONValue.depthLimit) levels") }
    depth += 1
    position += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
    let length = text.utf8CodeUnitCount
    guard position + length <= bytes.count,
      (0..<length).allSatisfy({ bytes[position + $0] == text.utf8Start[$0] })
    else { throw error("unknown word") }
    position += length
    return value
  }

  private mutating func parseNumber() throws -> JSONValue {
    let start = position
    scan: while let byte = current {
      switch byte {
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
      default: break scan
      }
    }
    guard position > start else { throw error("unexpected character") }
    let span = bytes[start..<position]
    guard JSONNumber.isValid(span) else { throw error("not a number", at: start) }
    return .number(JSONNumber(unchecked: String(decoding: span, as: UTF8.self)))
  }

  private mutating func parseArray() throws -> JSONValue {
    var elements: [JSONValue] = []
    skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    while true {
      skipSpace()
      elements.append(try parseValue())
      skipSpace()
      switch current {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"):
        position += 1
        return .array(elements)
      default: throw error("expected ',' or ']'")
      }
    }
  }

  private mutating func parseObject() throws -> JSONValue {
    var object = JSONObject()
    var keys = KeySet()
    skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return .object(object)
    }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
      let start = position
      let key = try parseString()
      guard keys.insert(key, into: object) else { throw error("key \"\(key)\" stands twice", at: start) }
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("expected ':'") }
      position += 1
      skipSpace()
      object.appendUnchecked(key, try parseValue())
      skipSpace()
      switch current {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        position += 1
        return .object(object)
      default: throw error("expected ',' or '}'")
      }
    }
  }

  private mutating func parseString() throws -> String {
    let start = position
    position += 1
    let first = position
    var union: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      union |= byte
      if byte == UInt8(ascii: "\"") {
        let span = UnsafeBufferPointer(rebasing: bytes[first..<position])
        position += 1
        // Most texts are ASCII, which needs no check; the checking initializer is several times slower.
        if union < 0x80 { return String(decoding: span, as: UTF8.self) }
        guard let text = String(validating: span, as: UTF8.self) else { throw error("not UTF-8", at: first) }
        return text
      }
      if byte == UInt8(ascii: "\\") { return try parseEscapedString(from: first) }
      guard byte >= 0x20 else { throw error("control character in a string") }
      position += 1
    }
    throw error("string without end", at: start)
  }

  private mutating func parseEscapedString(from first: Int) throws -> String {
    var out = Array(bytes[first..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: out, as: UTF8.self) else { throw error("not UTF-8", at: first) }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        try parseEscape(into: &out)
      case 0..<0x20: throw error("control character in a string")
      default:
        out.append(byte)
        position += 1
      }
    }
    throw error("string without end", at: first - 1)
  }

  private mutating func parseEscape(into out: inout [UInt8]) throws {
    guard let byte = current else { throw error("string without end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0C)
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "r"): out.append(0x0D)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "u"):
      let start = position - 2
      var code = UInt32(try hexUnit())
      if (0xD800..<0xDC00).contains(code) {
        guard current == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
          throw error("lone surrogate", at: start)
        }
        position += 2
        let low = UInt32(try hexUnit())
        guard (0xDC00..<0xE000).contains(low) else { throw error("lone surrogate", at: start) }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("lone surrogate", at: start) }
      out.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("unknown escape", at: position - 2)
    }
  }

  private mutating func hexUnit() throws -> UInt16 {
    guard position + 4 <= bytes.count else { throw error("expected four hexadecimal digits") }
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else {
        throw error("expected four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}

/// Tells a key that was there before: by a walk in small objects, by a set in large ones, so that an object of many
/// keys does not cost the square of their number.
private struct KeySet {
  private var seen: Set<JSONValue> = []

  mutating func insert(_ key: String, into object: JSONObject) -> Bool {
    if object.count < 16 { return object[key] == nil }
    if seen.isEmpty { seen = Set(object.keys.map { JSONValue.string($0) }) }
    return seen.insert(.string(key)).inserted
  }
}
