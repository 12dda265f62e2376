import Foundation
import Testing

@Suite("The HTML report, read by another parser")
struct HTMLReportTests {
  private static let names = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></style><b>x", "&lt;b&gt; &amp; '",
    "<!-- --><![CDATA[ ]]>", "javascript:alert(1)", "`${x}`", "日本語",
  ]

  @Test("hostile values stay text, in plans and in drift, and every tag is one of ours")
  func hostile() throws {
    let work = try Workplace()
    var manifest = "applications:\n"
    for (index, name) in HTMLReportTests.names.enumerated() {
      let quoted = name.replacingOccurrences(of: "$", with: "$$").replacingOccurrences(of: "'", with: "''")
      manifest += "  - { name: 'App \(index) \(quoted)', type: custom, ou: default, description: '\(quoted)' }\n"
    }
    try work.write("m.yaml", manifest)
    #expect(try work.run("plan", "m.yaml", "--html", "plan.html").code == 0)
    let plan = try text(of: "plan.html", work)
    #expect(plan.contains("Plan: 8 to add, 0 to change, 0 to destroy."))
    for (index, name) in HTMLReportTests.names.enumerated() {
      #expect(plan.contains("applications/App \(index) \(name)"))
      let quoted = name.replacingOccurrences(of: "\"", with: "\\\"")
      #expect(plan.contains("\"\(quoted)\""), "\(name)")
    }

    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    try work.write("new.yaml", manifest.replacingOccurrences(of: "description: '", with: "description: 'new "))
    let drift = try work.run("drift", "new.yaml", "--html", "drift.html", "--why", "--base", "m.yaml")
    #expect(drift.code == 2)
    let report = try text(of: "drift.html", work)
    #expect(report.contains("Drift: 0 missing, 8 changed, 0 unwanted; 0 as declared."))
    #expect(report.contains("as declared") && !report.contains("to change"))
    #expect(report.filter { $0.contains("manifest changed") }.count >= 8, "\(report)")
  }

  /// What a reader sees, a piece an element.
  private func text(of page: String, _ work: Workplace) throws -> [String] {
    let script = Validator.root.appendingPathComponent("Tests/CommandTests/Support/check_html.py").path
    let code = Shell.run(
      "cd '\(work.folder)' && python3 '\(script)' \(page) >text 2>faults", ProcessInfo.processInfo.environment)
    #expect(code == 0, "\(work.read("faults") ?? "")")
    return (work.read("text") ?? "").components(separatedBy: "\n")
  }
}
