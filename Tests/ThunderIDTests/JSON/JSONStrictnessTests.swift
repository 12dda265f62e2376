import Testing
import ThunderID

@Suite("JSON: what is refused, and where")
struct JSONStrictnessTests {
  private static let refused: [(text: String, offset: Int, message: String)] = [
    ("", 0, "unexpected end"),
    ("  ", 2, "unexpected end"),
    ("[1,]", 3, "unexpected character"),
    (#"{"a":1,}"#, 7, "expected a key in quotes"),
    ("[1 2]", 3, "expected ',' or ']'"),
    (#"{"a" 1}"#, 5, "expected ':'"),
    (#"{"a":1 "b":2}"#, 7, "expected ',' or '}'"),
    (#"{a:1}"#, 1, "expected a key in quotes"),
    ("01", 0, "not a number"), ("-", 0, "not a number"), ("1.", 0, "not a number"), (".5", 0, "not a number"),
    ("+1", 0, "not a number"), ("1e", 0, "not a number"), ("1e+", 0, "not a number"), ("-01", 0, "not a number"),
    ("1.e1", 0, "not a number"), ("0x1F", 1, "unexpected text after the value"),
    ("NaN", 0, "unexpected character"), ("Infinity", 0, "unexpected character"),
    ("nul", 0, "unknown word"), ("nulll", 4, "unexpected text after the value"), ("True", 0, "unexpected character"),
    ("1 2", 2, "unexpected text after the value"),
    ("\"a", 0, "string without end"),
    ("\"a\nb\"", 2, "control character in a string"),
    ("\"\\n\n\"", 3, "control character in a string"),
    (#""\x""#, 1, "unknown escape"), (#""\u12G4""#, 5, "expected four hexadecimal digits"),
    (#""\u12"#, 3, "expected four hexadecimal digits"),
    (#""\ud800""#, 1, "lone surrogate"), (#""\udc00""#, 1, "lone surrogate"), (#""\ud800x""#, 1, "lone surrogate"),
    (#""\ud800\ud800""#, 1, "lone surrogate"), (#""\ud800\u0041""#, 1, "lone surrogate"),
    (#"{"a":1,"b":2,"a":3}"#, 13, "key \"a\" stands twice"),
    (#"{"a":1,"\u0061":3}"#, 7, "key \"a\" stands twice"),
    ("\u{FEFF}1", 0, "unexpected character"),
    ("[1]]", 3, "unexpected text after the value"), ("'a'", 0, "unexpected character"),
    ("// c\n1", 0, "unexpected character"), ("\u{A0}1", 0, "unexpected character"), ("[,1]", 1, "unexpected character"),
  ]

  @Test("each fault is named with its byte", arguments: refused.indices)
  func fault(index: Int) {
    let (text, offset, message) = JSONStrictnessTests.refused[index]
    #expect(throws: JSONParseError.self, "\(text)") { try JSONValue(parsing: text) }
    do { _ = try JSONValue(parsing: text) } catch {
      #expect("\(error)" == "\(message) at byte \(offset)", "\(text)")
    }
  }

  @Test(
    "bytes that are not UTF-8 are refused in plain and in escaped strings",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22], [0x22, 0xE2, 0x82, 0x22],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) throws {
    do {
      _ = try JSONValue(parsing: bytes)
      Issue.record("was read")
    } catch let error as JSONParseError {
      #expect(error.message == "not UTF-8")
      #expect(error.offset == 1)
    }
  }

  @Test("512 levels are read, 513 are not, and a million don't overflow the stack")
  func depth() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(try JSONValue(parsing: nested(512)).text() == nested(512))
    for count in [513, 1_000_000] {
      do {
        _ = try JSONValue(parsing: nested(count))
        Issue.record("\(count) levels were read")
      } catch let error as JSONParseError {
        #expect("\(error)" == "nested deeper than 512 levels at byte 512")
      }
    }
    let objects = String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: objects) }
    // Siblings are not depth.
    let wide = "[" + Array(repeating: "[[]]", count: 600).joined(separator: ",") + "]"
    #expect(throws: Never.self) { try JSONValue(parsing: wide) }
  }

  @Test("a key that stands twice is found in large objects too, and costs no square")
  func manyKeys() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":\($0)" }
    let object = try JSONValue(parsing: "{" + keys.joined(separator: ",") + "}")
    #expect(object.objectValue?.count == 20_000)
    #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: "{" + (keys + ["\"k77\":0"]).joined(separator: ",") + "}")
    }
  }

  @Test("keys that only look alike are two keys")
  func canonicalEquivalents() throws {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    let value = try JSONValue(parsing: text)
    #expect(value.text() == text)
    #expect(value["\u{E9}"]?.intValue == 1)
    #expect(value["e\u{301}"]?.intValue == 2)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    let many = "{" + (0..<20).map { "\"k\($0)\":0" }.joined(separator: ",") + ",\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try JSONValue(parsing: many).objectValue?.count == 22)
  }

  @Test("white space is the four characters of the RFC")
  func space() throws {
    #expect(try JSONValue(parsing: " \t\r\n[ 1 , { \"a\" : 2 } ] \n") == [1, ["a": 2]])
    for character in ["\u{0B}", "\u{0C}", "\u{A0}", "\u{2028}"] {
      #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[1," + character + "2]") }
    }
  }

  @Test("escapes are read: all short ones, pairs of surrogates, a solidus, U+0000")
  func escapes() throws {
    let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00\uFFFF""#)
    #expect(value == .string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{E9}\u{1F600}\u{FFFF}"))
  }
}
