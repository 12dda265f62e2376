import Foundation
import Testing
import ThunderIDPlan

@Suite("Parts of the documents that come from the code")
struct GeneratedPartsTests {
  @Test("the field tables of docs/manifest.md are the kinds' own rules")
  func fieldTables() throws {
    let tables = (Kinds.all.map(FieldTable.markdown) + [FieldTable.inboundAuthConfig]).joined(separator: "\n")
    try expectPart("fields", of: "docs/manifest.md", toBe: tables)
  }

  @Test("docs/commands.md shows the help of every command")
  func help() async throws {
    let bench = try Workbench()
    let names = try commandNames(in: try await bench.run("thunderid-apply --help").output)
    #expect(names.contains("plan") && names.contains("rollback"))
    var text = "```text\n" + (try await bench.run("thunderid-apply --help").output) + "```\n"
    for name in names {
      let result = try await bench.run("thunderid-apply \(name) --help")
      #expect(result.code == 0, "\(name): \(result.output)")
      text += "\n## \(name)\n\n```text\n\(result.output)```\n"
    }
    try expectPart("help", of: "docs/commands.md", toBe: text)
  }

  @Test("the exit codes of README.md are those of the code")
  func exitCodes() throws {
    let readme = try Project.text(of: "README.md")
    let listed = readme.matches(of: /(?m)^\| (\d+) \|/).compactMap { Int32($0.1) }
    #expect(listed == ExitCode.allCases.map(\.rawValue))
  }

  /// The names of the table of commands in `--help`: indented, each at the start of its line.
  private func commandNames(in help: String) throws -> [String] {
    let section = try #require(help.range(of: "(?i)commands:?\n", options: .regularExpression))
    return help[section.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Compares what stands between `<!-- begin NAME -->` and `<!-- end NAME -->`, or rewrites it.
  private func expectPart(_ name: String, of document: String, toBe expected: String) throws {
    let text = try Project.text(of: document)
    let begin = try #require(text.range(of: "<!-- begin \(name) -->\n"))
    let end = try #require(text.range(of: "<!-- end \(name) -->"))
    let part = "\n" + expected + "\n"
    if Project.updatesGolden {
      try Project.write(text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: part), to: document)
    } else {
      let present = text[begin.upperBound..<end.lowerBound].split(separator: "\n")
      let difference = part.split(separator: "\n").difference(from: present)
      let shown = difference.prefix(6).map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
      }
      #expect(
        shown == [], "\(document) is behind the code; UPDATE_GOLDEN=1 swift test --filter DocsTests rewrites it")
    }
  }
}
