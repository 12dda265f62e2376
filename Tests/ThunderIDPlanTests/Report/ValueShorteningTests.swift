import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("Values on a terminal")
struct ValueShorteningTests {
  @Test(
    "the columns of a text",
    arguments: [
      ("", 0), ("plain", 5), ("Ümläut", 6), ("e\u{301}", 1), ("漢字", 4), ("ｶﾅ", 2), ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("🚀", 2), ("👩\u{200d}👧", 2), ("👍🏽", 2), ("🇳🇴", 2), ("1\u{fe0f}\u{20e3}", 2), ("❤\u{fe0f}", 2), ("❤", 1),
      ("שלום", 4), ("नमस्ते", 4), ("می\u{200c}خواهم", 7), ("㍿", 2), ("…", 1),
    ])
  func widths(text: String, columns: Int) {
    #expect(VisibleText.width(text) == columns, "\(text)")
  }

  @Test("a text is cut to the width, at whole characters, and says how many are left out")
  func cut() {
    #expect(ValueShortening.cut(String(repeating: "a", count: 40), to: 40) == String(repeating: "a", count: 40))
    #expect(
      ValueShortening.cut(String(repeating: "a", count: 41), to: 40) == String(repeating: "a", count: 29)
        + "… (12 more)")
    #expect(
      ValueShortening.cut(String(repeating: "a", count: 99), to: 1) == String(repeating: "a", count: 13) + "… (86 more)"
    )
    for piece in ["a", "漢", "e\u{301}", "👩\u{200d}👧", "🇳🇴", "한"] {
      let whole = String(repeating: piece, count: 60)
      for columns in 24...48 {
        let shown = ValueShortening.cut(whole, to: columns)
        #expect(VisibleText.width(shown) <= columns)
        let kept = shown.prefix { $0 != "…" }
        #expect(whole.utf8.starts(with: kept.utf8) && shown.hasSuffix("… (\(60 - kept.count) more)"), "\(shown)")
      }
    }
  }

  @Test("both sides of a change share the line, and where they differ is seen")
  func pairs() {
    let long = String(repeating: "x", count: 100)
    let (before, after) = ValueShortening.cut("short", long, to: 60)
    #expect(before == "short" && VisibleText.width(after) <= 55 && VisibleText.width(after) > 50)
    let sides = ValueShortening.cut(long + "old" + long, long + "new" + long, to: 80)
    #expect(sides.before.contains("old") && sides.after.contains("new") && sides.before.hasPrefix("…x"))
    #expect(VisibleText.width(sides.before) <= 40 && VisibleText.width(sides.after) <= 40)
    let ends = ValueShortening.cut(long + "a", long + "b", to: 60)
    #expect(ends.before == "…xxxxxxxxa (92 more)" && ends.after == "…xxxxxxxxb (92 more)")
  }

  private func plan() -> Plan {
    let address = Address(kind: "applications", identity: "Portal")
    let long: JSONValue = .string(String(repeating: "漢字 and more ", count: 20))
    let uris: JSONValue = .array([.string("https://portal.example.com/" + String(repeating: "a", count: 90))])
    return Plan(
      steps: [
        Step(
          id: "s1", address: address, action: .update, liveID: "a-1",
          changes: [
            FieldChange(path: JSONPointer(["description"]), before: nil, after: long, isSensitive: false),
            FieldChange(path: JSONPointer(["名前"]), before: long, after: nil, isSensitive: false),
            FieldChange(path: JSONPointer(["url"]), before: "short", after: long, isSensitive: false),
            FieldChange(path: JSONPointer(["uris"]), before: uris, after: [], isSensitive: false),
          ])
      ], unchanged: 0, server: "https://id.example.com")
  }

  @Test("no line of a plan is wider than the terminal, and what was cut is told once")
  func plans() throws {
    for columns in [60, 80, 132] {
      let text = PlanText(style: TextStyle(isColored: false), columns: columns).render(plan())
      let values = text.split(separator: "\n").filter { $0.hasPrefix("      ") }
      #expect(values.allSatisfy { VisibleText.width(String($0)) <= columns }, "\(text)")
      #expect(text.components(separatedBy: "--full-values").count == 2)
      #expect(text.hasSuffix("Plan: 0 to add, 1 to change, 0 to destroy.\n"))
    }
    try expectGolden(PlanText(style: TextStyle(isColored: false), columns: 80).render(plan()), "narrow.txt")
    let whole = PlanText(style: TextStyle(isColored: false)).render(plan())
    #expect(!whole.contains("more)") && !whole.contains("--full-values"))
    #expect(PlanText(style: TextStyle(isColored: false), columns: 9999).render(plan()) == whole)
  }
}
