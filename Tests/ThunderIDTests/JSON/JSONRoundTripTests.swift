import Testing
import ThunderID

@Suite("JSON: what is read is written")
struct JSONRoundTripTests {
  /// A value of at most `depth` levels, with every sort of text and number.
  private func value(_ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(number(&random))
    case 3, 4: return .string(text(&random))
    case 5:
      return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1, &random) })
    default:
      return .object(
        JSONObject((0..<Int.random(in: 0...20, using: &random)).map { _ in (text(&random), value(depth - 1, &random)) })
      )
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "e", "\u{301}", "\u{2028}",
      "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "😀", " ",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return text
  }

  private func number(_ random: inout SeededGenerator) -> JSONNumber {
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    var text = Bool.random(using: &random) ? "-" : ""
    text += Bool.random(using: &random) ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(0...25)
    if Bool.random(using: &random) { text += "." + digits(1...25) }
    if Bool.random(using: &random) { text += ["e", "E", "e+", "E-"].randomElement(using: &random)! + digits(1...3) }
    return JSONNumber(text)!
  }

  @Test("2,000 random values survive writing and reading, plain and pretty")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 20_260_801)
    for _ in 0..<2000 {
      let original = value(4, &random)
      let plain = original.bytes()
      let again = try JSONValue(parsing: plain)
      #expect(again == original)
      #expect(again.bytes() == plain)
      #expect(try JSONValue(parsing: original.bytes(.pretty)) == original)
      #expect(try JSONValue(parsing: original.bytes(.sortedKeys)).isEquivalent(to: original))
    }
  }

  @Test("cutting a text anywhere is an error and never a crash")
  func truncation() throws {
    let text = #"{"a":[1.5e3,"é\u00e9\ud83d\ude00",{"b":null}],"c":true,"d":false}"#
    let bytes = Array(text.utf8)
    #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
    for end in 0..<bytes.count {
      #expect(throws: JSONParseError.self, "cut at \(end)") { try JSONValue(parsing: bytes[..<end]) }
    }
  }

  @Test("changing a byte gives a value or an error with an offset inside the text")
  func mutation() {
    let bytes = Array(#"{"key":[1.5,-0,"a\n\u0041"],"k":{"x":null,"y":true}}"#.utf8)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      var copy = bytes
      copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      do {
        let value = try JSONValue(parsing: copy)
        #expect(try JSONValue(parsing: value.bytes()) == value)
      } catch {
        let offset = (error as? JSONParseError)?.offset ?? -1
        #expect((0...copy.count).contains(offset))
      }
    }
  }

  @Test("order of keys, 1.0 beside 1, 2^53+1, 1e400 and escaped text stay as they are")
  func exactness() throws {
    let text = #"{"z":1.0,"a":1,"m":9007199254740993,"big":1e400,"neg":-0.0,"t":"a\"b\\c\nd\te","n":null,"e":[]}"#
    #expect(try JSONValue(parsing: text).text() == text)
  }

  @Test("control characters are escaped, so that written text is always read again")
  func controls() throws {
    let text = String(String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar(UInt8($0)) }))
    let written = JSONValue.string(text).text()
    #expect(written.utf8.allSatisfy { $0 >= 0x20 })
    #expect(try JSONValue(parsing: written) == .string(text))
  }

  @Test("pretty text has one member a line, and empty containers stay on theirs")
  func pretty() {
    let value: JSONValue = ["a": [1, "x"], "b": [:], "c": []]
    #expect(
      value.text(.pretty) == """
        {
          "a": [
            1,
            "x"
          ],
          "b": {},
          "c": []
        }
        """)
  }
}
