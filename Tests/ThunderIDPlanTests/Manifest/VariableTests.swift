import Testing

@testable import ThunderIDPlan

@Suite("Variables")
struct VariableTests {
  /// The expanded text, or the codes of what is wrong.
  private func expanded(_ text: String, _ variables: [String: String] = [:], files: [String: String] = [:]) -> String {
    let (text, faults) = Template.expansion(of: text, variables: Variables(given: variables)) { path in
      guard let text = files[path] else { throw NoSuchFile() }
      return Array(text.utf8)
    }
    return faults.isEmpty ? text : faults.map(\.code).joined(separator: ",")
  }

  @Test("a name is replaced by its value wherever it stands in a text")
  func names() {
    #expect(expanded("${A}", ["A": "x"]) == "x")
    #expect(expanded("<${A}-${B}${A}>", ["A": "x", "B": ""]) == "<x-x>")
    #expect(expanded("${_a1}", ["_a1": "x"]) == "x")
  }

  @Test("a name that is set wins over its default, even when it is empty")
  func defaults() {
    #expect(expanded("${A:-d}") == "d")
    #expect(expanded("${A:-}") == "")
    #expect(expanded("${A:-a:-b}") == "a:-b")
    #expect(expanded("${A:-d}", ["A": ""]) == "")
    #expect(expanded("${A:-d}", ["A": "x"]) == "x")
  }

  @Test("two dollars are one, and a dollar before anything else is itself")
  func dollars() {
    #expect(
      ["$$", "$${A}", "$", "a$", "$A", "$$$", "$$$$", "$ {A}"].map { expanded($0) }
        == ["$", "${A}", "$", "a$", "$A", "$$", "$$", "$ {A}"])
  }

  @Test("signs that combine with their neighbours hide no mark of a template")
  func combining() {
    #expect(expanded("\u{600}${A}\u{301}", ["A": "x"]) == "\u{600}x\u{301}")
    #expect(expanded("${A:-\u{301}d}\u{301}") == "\u{301}d\u{301}")
    #expect(!Template.isReference("${A}\u{301}"))
  }

  @Test("what a value brings is not expanded again")
  func once() {
    #expect(expanded("${A}", ["A": "${B} $$", "B": "x"]) == "${B} $$")
    #expect(expanded("${file:f}", ["B": "x"], files: ["f": "${B}"]) == "${B}")
  }

  @Test("a file gives its text without one trailing newline")
  func files() {
    let files = ["n": "a\n", "r": "a\r\n", "m": "a\n\n", "b": "a", "e": "", "s": " a \n", "x:-y": "z"]
    #expect(
      ["n", "r", "m", "b", "e", "s", "x:-y"].map { expanded("${file:\($0)}", files: files) }
        == ["a", "a", "a\n", "a", "", " a ", "z"])
    #expect(expanded("${file:none}") == "variable-file")
  }

  @Test("a file that is not UTF-8 is refused")
  func notText() {
    let faults = Template.expansion(of: "${file:f}", variables: Variables()) { _ in [0xFF] }.faults
    #expect(faults.map(\.message) == ["the file f is not UTF-8 text"])
  }

  @Test("everything wrong in a text is found")
  func allFaults() {
    #expect(
      expanded("${A}${B:-x}${C} ${D-}${file:f}${E")
        == "undefined-variable,undefined-variable,variable,variable-file,variable")
    #expect(
      ["${}", "${1A}", "${A B}", "${Ä}", "${A:-${B}}", "${ A }"].map { expanded($0, ["A": "x", "B": "y"]) }
        == Array(repeating: "variable", count: 6))
  }

  @Test("what is given on the command line wins over the environment")
  func precedence() {
    let variables = Variables(given: ["A": "1"], environment: ["A": "2", "B": "3"])
    #expect([variables["A"], variables["B"], variables["C"]] == ["1", "3", nil])
  }

  @Test("all undefined variables of a manifest are reported, each at its place")
  func undefined() {
    #expect(
      complaints(
        "applications:\n  - name: A\n    type: ${T}\n    url: ${U}${V}\n    contacts: [\"${W}\"]\n    ou: ${X}\n"
          + "    flowSecret: ${Y}\nagents:\n  - { name: B, type: T, owner: \"${Z}\" }\nprune: [{ kind: users, ou: \"${P}\" }]\n"
      )
        == [
          "3:11 undefined-variable", "4:10 undefined-variable", "4:10 undefined-variable", "5:16 undefined-variable",
          "6:9 undefined-variable", "7:17 undefined-variable", "9:32 undefined-variable", "10:28 undefined-variable",
        ])
  }

  @Test("a value with YAML in it stays one text")
  func noInjection() throws {
    let value = "x\nadmin: true\n- [a, &b *c] # d: \"e\" 'f'"
    let text =
      "applications: [{ name: A, type: m2m, description: \"${V}\", url: '${V}', metadata: { a: \"-${V}\" } }]\n"
    let json = try parsed(text, variables: ["V": value]).resources[0].fields.json
    #expect(
      json == [
        "name": "A", "type": "m2m", "description": .string(value), "url": .string(value),
        "metadata": ["a": .string("-" + value)],
      ])
  }

  @Test("a value takes the type of its field, and is text where the field has none")
  func types() throws {
    let text = """
      applications:
        - name: A
          type: m2m
          isRegistrationFlowEnabled: ${B}
          assertion: { validityPeriod: "${N}" }
          metadata: { a: "${N}", b: "${E}", c: "$$5" }
          description: ${E}
      """
    let json = try parsed(text, variables: ["B": "true", "N": "300", "E": ""]).resources[0].fields.json
    #expect(
      json == [
        "name": "A", "type": "m2m", "isRegistrationFlowEnabled": true, "assertion": ["validityPeriod": 300],
        "metadata": ["a": "300", "b": "", "c": "$5"], "description": "",
      ])
  }
}
