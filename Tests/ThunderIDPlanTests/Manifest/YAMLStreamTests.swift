import Testing

@testable import ThunderIDPlan

@Suite("YAML: bytes, lines and documents")
struct YAMLStreamTests {
  @Test("a byte order mark may begin the file, with places counted as without it, and stand nowhere else")
  func byteOrderMark() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(yaml(mark + Array("a: 1\n".utf8)) == [#"{"a":"1"}"#])
    #expect(yaml(mark + Array("a: *x\n".utf8)) == ["1:4 alias"])
    #expect(yaml(mark + Array("a: \u{7}\n".utf8)) == ["1:4 encoding"])
    #expect(yaml(Array("a: 1\n".utf8) + mark + Array("b: 2\n".utf8)) == ["2:1 encoding"])
    #expect(yaml(Array("a: b".utf8) + mark + Array("c\n".utf8)) == ["1:5 encoding"])
    #expect(yaml(Array("a: \"b".utf8) + mark + Array("c\"\n".utf8)) == ["1:6 encoding"])
  }

  @Test("what is not UTF-8 text is refused at its place")
  func encodings() {
    #expect(yaml([0xFF, 0xFE, 0x61, 0]) == ["1:1 encoding"])
    #expect(yaml([0xFE, 0xFF, 0, 0x61]) == ["1:1 encoding"])
    #expect(yaml([0x61, 0, 0x3A, 0]) == ["1:2 encoding"])
    #expect(yaml(Array("a: b\nc: ".utf8) + [0]) == ["2:4 encoding"])
    #expect(yaml(Array("a: \"".utf8) + [0xC3, 0x28] + Array("\"".utf8)) == ["1:6 encoding"])
    #expect(yaml(Array("a: \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"".utf8)) == ["1:5 encoding"])
    #expect(yaml(Array("a: \"".utf8) + [0xC0, 0x80] + Array("\"".utf8)) == ["1:5 encoding"])
    #expect(yaml(Array("a: ".utf8) + [0xF0, 0x9F]) == ["1:4 encoding"])
    #expect(yaml("a: \u{1B}[31m\n") == ["1:4 encoding"])
  }

  @Test("lines that end in CR LF read as lines that end in LF, also in block scalars")
  func carriageReturns() {
    let text = "a: 1\nb: |\n  x\n  y\n\nc: >-\n  p\n  q\nd: \"r\n  s\"\n"
    let expected = [#"{"a":"1","b":"\"x\ny\n\"","c":"\"p q\"","d":"\"r s\""}"#]
    func shown(_ text: String) -> [String] {
      yaml(text).map { $0.replacing("\\n", with: "\n").replacing("\\\"", with: "\"") }
    }
    #expect(shown(text) == expected.map { $0.replacing("\\n", with: "\n").replacing("\\\"", with: "\"") })
    #expect(yaml(text) == yaml(text.replacing("\n", with: "\r\n")))
    #expect(yaml("a: 1\r\nb: *x\r\n") == ["2:4 alias"])
  }

  @Test("documents without content are left out")
  func emptyDocuments() throws {
    for text in ["", "\n", "# nothing\n", "---\n", "---\n---\n...\n", "~\n", "null\n", "--- ~\n...\n"] {
      #expect(yaml(text) == [])
      #expect(outline(try parsed([(name: "m.yaml", text: text), (name: "n.yaml", text: "users: []")])) == [])
    }
  }

  @Test("all documents of a stream are read, and text after an end mark is never passed over")
  func documents() {
    #expect(yaml("a: 1\n---\nb: 2\n---\n---\n- c\n") == [#"{"a":"1"}"#, #"{"b":"2"}"#, #"["c"]"#])
    #expect(yaml("a: 1\n...\nb: 2\n") == ["3:1 yaml-syntax"])
    #expect(yaml("a: 1\n...\n---\nb: 2\n") == [#"{"a":"1"}"#, #"{"b":"2"}"#])
    #expect(yaml("%YAML 1.2\n---\na: 1\n...\n%TAG ! tag:x:\n---\nb: 2\n").count == 2)
    #expect(yaml("a: 1\n--- b: 2\n").first?.hasSuffix("yaml-syntax") == true)
  }

  @Test("a tab is refused where it indents and kept where it separates or is text")
  func tabs() {
    #expect(yaml("a:\n\tb: 1\n") == ["2:1 yaml-syntax"])
    #expect(yaml("a:\n  b: 1\n\tc: 2\n").first?.hasSuffix("yaml-syntax") == true)
    #expect(yaml("a:\t1\n") == [#"{"a":"1"}"#])
    #expect(yaml("a: \"x\ty\"\n") == [#"{"a":"\"x\ty\""}"#])
  }

  @Test("any bytes at all are read or refused at a place inside the file")
  func noise() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("ab:- \n\t[]{},&*!|>'\"#%@?<~0\r\u{E9}".utf8) + [0xC3, 0xFF, 0x00]
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let found = diagnostics {
        try ManifestParser.parse(sources: [ManifestSource(name: "m", bytes: bytes)], variables: Variables()) { _, _ in
          []
        }
      }
      for place in found.compactMap(\.location) {
        #expect((1...42).contains(place.line) && (1...42).contains(place.column), "\(bytes)")
      }
    }
  }
}
