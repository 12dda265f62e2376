import Testing

@testable import ThunderIDPlan

@Suite("Diagnostics as text")
struct DiagnosticTextTests {
  private func render(_ diagnostics: [Diagnostic], colored: Bool = false) -> String {
    DiagnosticText.render(diagnostics, style: TextStyle(isColored: colored))
  }

  private func diagnostic(
    _ message: String, column: Int = 1, line: String? = nil, hint: String? = nil,
    severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(
      code: "c", severity: severity, location: SourceLocation(file: "dir/m.yaml", line: 12, column: column),
      message: message, hint: hint, sourceLine: line)
  }

  @Test("place, message, line, caret and hint, with wide, narrow, tabbed, long and hostile lines")
  func golden() throws {
    let long = String(repeating: "x", count: 300)
    try expectGolden(
      render([
        diagnostic("unknown key 'typ'", column: 5, line: "    typ: Person", hint: "did you mean 'type'?"),
        diagnostic("past the end", column: 99, line: "short"),
        diagnostic("a tab before", column: 3, line: "\t\ttyp: x"),
        diagnostic("letters before", column: 6, line: "e\u{301}é漢🚀: y"),
        diagnostic("escaped before", column: 3, line: "\u{1b}\u{202e}z"),
        diagnostic("far right", column: 250, line: long),
        diagnostic("no line to show", hint: "look there"),
        diagnostic("only odd", line: "odd: 1", severity: .warning),
        Diagnostic(code: "c", location: nil, message: "nowhere in particular"),
        diagnostic("\u{1b}[31m\nerror: forged", hint: "\u{202e}"),
      ]), "diagnostics.txt")
  }

  @Test("the caret stands below its letter where a line is long and of every width")
  func longLines() throws {
    let wide = String(repeating: "漢é\u{301}🚀a", count: 100)
    try expectGolden(
      render([
        diagnostic("in the middle of wide letters", column: 251, line: wide),
        diagnostic("at the end", column: 1000, line: wide),
        diagnostic("at the cut", column: 101, line: String(repeating: "-", count: 100) + "X" + "-"),
        diagnostic("after the cut", column: 102, line: String(repeating: "-", count: 101) + "X" + "-"),
        diagnostic("hidden ones before", column: 152, line: String(repeating: "\u{200f}", count: 151) + "X"),
        diagnostic("joined ones before", column: 6, line: "👩\u{200d}👧\u{200d}👦X"),
        diagnostic("an empty line", column: 1, line: ""),
      ]), "carets.txt")
  }

  @Test("colour marks the place and the word")
  func colour() {
    #expect(
      render([diagnostic("m")], colored: true)
        == "\u{1b}[1mdir/m.yaml:12:1:\u{1b}[0m \u{1b}[31merror:\u{1b}[0m m\n")
  }

  @Test("a hundred are printed and the rest counted")
  func many() {
    let lines = render((0..<105).map { diagnostic("m\($0)") }).split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines[99].hasSuffix("m99") && lines[100] == "… and 5 more")
    #expect(render((0..<100).map { diagnostic("m\($0)") }).split(separator: "\n").count == 100)
  }

  @Test("JSON for a terminal is the same document without what could steer it")
  func json() {
    let text = "{\n  \"a\": \"\u{202e}é\u{9b}\u{7f}\u{e0041}漢\"\n}"
    #expect(
      VisibleText.escaped(json: text) == "{\n  \"a\": \"\\u202eé\\u009b\\u007f\\udb40\\udc41漢\"\n}")
  }
}
