import Testing

@testable import ThunderIDPlan

@Suite("YAML: structure and limits")
struct YAMLTests {
  @Test("an alias stands for what its anchor names, at a place of its own")
  func aliases() throws {
    #expect(
      yaml("a: &x [1, {b: 2}]\nc: *x\nd: &y e\n*y : f\n") == [
        #"{"a":["1",{"b":"2"}],"c":["1",{"b":"2"}],"d":"e","e":"f"}"#
      ])
    let node = try YAMLParser.documents(Array("a: &x {}\nb:   *x\n".utf8))[0]
    #expect(node["b"]?.mark == YAMLMark(line: 2, column: 6))
  }

  @Test("an anchor holds until it is set again, and not beyond its document")
  func anchorScope() {
    #expect(yaml("- &x 1\n- *x\n- &x 2\n- *x\n") == [#"["1","1","2","2"]"#])
    #expect(yaml("a: &x 1\n---\nb: *x\n") == ["3:4 alias"])
  }

  @Test("an alias inside what it names is refused")
  func recursiveAlias() { #expect(yaml("a: &x\n  b: *x\n") == ["2:6 alias"]) }

  @Test("merged keys stand behind the mapping's own; of several mappings the first wins")
  func mergeKeys() {
    #expect(
      yaml("a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a, z: 4}\n") == [
        #"{"a":{"x":"1","y":"2"},"b":{"y":"3","z":"4","x":"1"}}"#
      ])
    #expect(yaml("<<: [{x: 1}, {x: 2, y: 2}]\n") == [#"{"x":"1","y":"2"}"#])
    #expect(yaml("b: {<<: {x: 1}, x: 2}\n") == [#"{"b":{"x":"2"}}"#])
    #expect(yaml("\"<<\": a\n") == [#"{"<<":"a"}"#])
    #expect(yaml("<<: {a: 1}\n<<: {b: 1}\n") == ["2:1 duplicate-key"])
    #expect(yaml("<<: [a]\n") == ["1:5 merge"])
    #expect(yaml("<<:\n") == ["1:4 merge"])
  }

  @Test("aliases that multiply are refused before they fill the memory")
  func aliasBomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...6 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(yaml(text) == ["6:10 expansion"])
    let merges =
      "m0: &m0 {k: [\(Array(repeating: "x", count: 999).joined(separator: ","))]}\n"
      + (0..<201).map { "n\($0): {<<: *m0}\n" }.joined()
    #expect(yaml(merges) == ["116:12 expansion"])
  }

  @Test("a large file may use an alias in every item, in proportion to what is written")
  func manyAliases() {
    func list(_ size: Int, aliases: Int) -> String {
      "- &a [\(Array(repeating: "x", count: size).joined(separator: ","))]\n"
        + String(repeating: "- *a\n", count: aliases)
    }
    #expect(yaml(list(5, aliases: 50_000)).count == 1)
    #expect(yaml(list(50, aliases: 3000)) == ["2453:3 expansion"])
  }

  @Test("every repeated key is reported, and what else is wrong with the file")
  func allFaults() {
    let text = "users:\n  - type: a\n    type: b\n    credentials: {password: x, password: y}\n    typo: *z\n"
    #expect(
      complaints(text) == [
        "2:5 identity", "3:5 duplicate-key", "4:32 duplicate-key", "5:5 unknown-key", "5:11 alias",
      ])
  }

  @Test("a tag of the core schema says what a scalar is, others are refused")
  func coreTags() {
    #expect(yaml("[!!str 1, !!int \"1\", ! 1, !!null ~]") == [#"["\"1\"","1","\"1\"","~"]"#])
    #expect(complaints("users: [{type: !!binary aGk=, attributes: {username: a}}]") == ["1:16 unknown-tag"])
  }

  @Test("a key that stands twice is refused, in small mappings and large ones")
  func duplicateKeys() {
    #expect(yaml("a: 1\nb: 2\n\"a\": 3\n") == ["3:1 duplicate-key"])
    let many = (0..<40).map { "k\($0): 1\n" }.joined()
    #expect(yaml(many).count == 1)
    for index in [0, 15, 16, 17, 39] { #expect(yaml(many + "k\(index): 2\n") == ["41:1 duplicate-key"]) }
  }

  @Test("keys that look the same in other scalars are two keys")
  func canonicalEquivalents() {
    #expect(yaml("\u{E9}: 1\ne\u{301}: 2\n") == ["{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}"])
    let many = (0..<40).map { "k\($0): 1\n" }.joined()
    #expect(yaml(many + "\u{E9}: 1\ne\u{301}: 2\n").count == 1)
    #expect(yaml(many + "\u{E9}: 1\n\u{E9}: 2\n") == ["42:1 duplicate-key"])
  }

  @Test("512 levels are read, 513 refused, also where aliases make them")
  func depth() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(yaml(nested(512)) == [nested(512)])
    #expect(yaml(nested(513)) == ["1:513 depth"])
    #expect(yaml(String(repeating: "[", count: 100_000)) == ["1:513 depth"])
    #expect(yaml(String(repeating: "{a: ", count: 100_000)) == ["1:2049 depth"])
    #expect(yaml(String(repeating: "- ", count: 100_000)) == ["1:1025 depth"])
    #expect(
      yaml("- &a \(nested(300))\n- \(String(repeating: "[", count: 211))*a\(String(repeating: "]", count: 211))\n")
        .count == 1)
    #expect(
      yaml("- &a \(nested(300))\n- \(String(repeating: "[", count: 212))*a\(String(repeating: "]", count: 212))\n") == [
        "2:215 depth"
      ])
  }

  @Test("a manifest as deep as the limit is read without exhausting the stack")
  func deepManifest() {
    let deep = String(repeating: "[", count: 507) + String(repeating: "]", count: 507)
    #expect(complaints("applications: [{ name: A, type: m2m, metadata: { a: \(deep) } }]") == [])
  }

  @Test("columns count characters, not bytes")
  func columns() {
    #expect(yaml("é😀: *x\n") == ["1:5 alias"])
    #expect(yaml("a: é\nüü: \u{7}\n") == ["2:5 encoding"])
    #expect(complaints("\"日本\": 1\nusers: { ü: 1 }\n") == ["1:1 unknown-key", "2:8 wrong-type"])
  }

  @Test("faults of structure are explained in plain words")
  func plainWords() {
    func message(_ text: String) -> String {
      do {
        _ = try YAMLParser.documents(Array(text.utf8))
        return ""
      } catch let error as YAMLError { return error.message } catch { return "\(error)" }
    }
    #expect(message("a: b: c\n") == "YAML can't be read here: a ':' is not allowed here")
    #expect(message("a:\n  - b\n c: d\n").hasPrefix("YAML can't be read here: "))
    #expect(message("a:\n\tb: c\n") == "a tab can't indent YAML")
    #expect(message("a: [1\n").hasPrefix("YAML can't be read here: expected ',' or ']'"))
    #expect(message("a: {b: 1\n").hasPrefix("YAML can't be read here: expected ',' or '}'"))
  }
}
