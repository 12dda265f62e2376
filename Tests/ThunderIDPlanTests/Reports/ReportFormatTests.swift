import Foundation
import Testing
import ThunderID

@testable import ThunderIDPlan

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ReportFormatTests {
  private static let hostile = "<script>alert(1)</script> | \u{1b}[2J `x` [l](u) \u{202e}&\"'"

  private func plan() throws -> Plan {
    let owner = Address(kind: "users", identity: "jane")
    let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
    var plan = try planned(
      [
        declared("applications", ["name": "Portal", "description": .string(ReportFormatTests.hostile)]),
        declared("users", ["attributes": ["username": "jane"]]),
        declared(
          "agents", ["name": "Sync"],
          references: [Reference(pointer: pointer("/owner"), target: .resource(owner), location: place)]),
      ], against: ["applications": [live("a1", ["name": "Portal", "description": "old"])]])
    plan.refusals = [GuardRefusal(address: nil, rule: "r", message: "no <b>", remedy: "--flag")]
    return plan
  }

  @Test("no format lets a value act as markup or steer a terminal")
  func escaping() throws {
    let plan = try plan()
    let markdown = prose(MarkdownReport.render(plan))
    for text in [markdown, HTMLReport.render(plan), JUnitReport.render(plan, isDrift: true)] {
      #expect(!text.contains("<script>"))
      #expect(text == markdown || text.contains("&lt;script&gt;"))
      #expect(!text.unicodeScalars.contains { $0 != "\n" && VisibleText.isHidden($0) })
    }
    #expect(!markdown.contains("[l](u)"))
  }

  /// What is left of Markdown when its code spans are taken out, as CommonMark 6.1 finds them: in them nothing is markup.
  private func prose(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "`") {
      out += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      rest = rest[fence.endIndex...]
      var look = rest
      while let next = look.firstIndex(of: "`") {
        let run = look[next...].prefix { $0 == "`" }
        look = look[run.endIndex...]
        guard run.count == fence.count else { continue }
        rest = look
        break
      }
    }
    return out + rest
  }

  @Test(
    "a value stands in a table of Markdown as it is, whatever its marks",
    arguments: [
      ("a\"b", #"`"a\"b"`"#), ("`x``", #"```"`x``"```"#), ("a|b", #"`"a\|b"`"#), (#"a\|b"#, #"`"a\\\u{7c}b"`"#),
      ("https://x.example/p.png", #"`"https://x.example/p.png"`"#), ("jane@example.com", #"`"jane@example.com"`"#),
      ("&lt;b&gt; **x** _y_", #"`"&lt;b&gt; **x** _y_"`"#),
    ])
  func cell(_ value: String, _ cell: String) {
    let step = Step(
      id: "s1", address: Address(kind: "users", identity: "a"), action: .create,
      changes: [FieldChange(path: pointer("/name"), before: nil, after: .string(value))])
    let text = MarkdownReport.render(Plan(steps: [step], unchanged: 0, server: "s"))
    #expect(text.contains("| `/name` | `(none)` | \(cell) |\n"), "\(text)")
  }

  @Test("the page is well-formed, takes nothing from elsewhere and draws the order")
  func html() throws {
    let page = HTMLReport.render(try plan())
    for outside in ["src=", "href=", "url(", "@import", "<script"] { #expect(!page.contains(outside), "\(outside)") }
    #expect(
      page.contains("<svg") && page.contains("+ users/jane")
        && page.contains("Plan: 2 to add, 1 to change, 0 to destroy."))
  }

  @Test(
    "a name in the drawing fits into its box, whatever its letters",
    arguments: [
      "users/jane", "organizationUnits/acme/engineering/platform", "applications/" + String(repeating: "語", count: 40),
    ])
  func label(name: String) {
    let label = OrderGraph.label(name)
    #expect(VisibleText.width(label) <= OrderGraph.widestLabel)
    #expect(label == name || label.contains("…") && name.hasSuffix(label.suffix(6)) && name.hasPrefix(label.prefix(6)))
  }

  @Test("nobody is mentioned in a comment by what a value says")
  func mentions() throws {
    var plan = try plan()
    plan.refusals = [GuardRefusal(address: nil, rule: "r", message: "@everyone", remedy: "--flag")]
    let text = prose(MarkdownReport.render(plan))
    #expect(text.contains("@\u{2060}everyone") && !text.contains("@everyone"), "\(text)")
  }

  @Test(
    "a path is a URI that code hosts find again",
    arguments: [
      ("m.yaml", "m.yaml"), ("./sub/x.yaml", "sub/x.yaml"), ("../a b/x.yaml", "../a%20b/x.yaml"),
      ("sub//x.yaml", "sub/x.yaml"), ("/tmp/x.yaml", "file:///tmp/x.yaml"), ("a/./b/ü.yaml", "a/b/%C3%BC.yaml"),
    ])
  func uri(path: String, uri: String) { #expect(SARIFReport.uri(path) == uri) }

  @Test("JUnit is XML, and only drift makes a change a failure")
  func junit() throws {
    let plan = try plan()
    for (isDrift, failures) in [(true, "4"), (false, "1")] {
      let document = try XMLDocument(xmlString: JUnitReport.render(plan, isDrift: isDrift))
      #expect(document.rootElement()?.attribute(forName: "failures")?.stringValue == failures)
      #expect(try document.nodes(forXPath: "//testcase").count == 4)
    }
  }

  @Test("a comment that would be too long says how much it leaves out")
  func markdownLimit() throws {
    let plan = try planned(
      (0..<300).map { declared("applications", ["name": .string("app \($0)"), "description": "d"]) })
    let text = MarkdownReport.render(plan, sizeLimit: 10_000)
    #expect(text.utf8.count < 10_200)
    let shown = text.components(separatedBy: "<details>").count - 1
    #expect(text.contains("… and \(300 - shown) more steps"))
  }

  @Test("SARIF names rule, file and line")
  func sarif() {
    let diagnostic = Diagnostic(
      code: "unknown-key", location: SourceLocation(file: "a b/m.yaml", line: 3, column: 5),
      message: "unknown key 'typ'",
      hint: "did you mean 'type'?")
    let result = SARIFReport.render([diagnostic], toolVersion: "1")["runs"]?[0]?["results"]?[0]
    #expect(
      result?.text()
        == #"{"ruleId":"unknown-key","level":"error","message":{"text":"unknown key 'typ' (did you mean 'type'?)"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b/m.yaml"},"region":{"startLine":3,"startColumn":5}}}]}"#
    )
  }
}
