import Foundation
import Testing

/// A file of `examples/ci`, with the scripts that it has its machine run.
struct CIExample {
  let path: String
  let scripts: [Script]

  struct Script: Decodable {
    let name: String
    let script: String
    let environment: [String: String]

    /// Whether it only looks, and what it then says where the server is not as declared.
    var isDrift: Bool { script.contains("thunderid-apply drift") }
  }

  static let paths: [String] = {
    let files = FileManager.default.enumerator(atPath: Project.root.appendingPathComponent("examples/ci").path)
    return (files?.compactMap { $0 as? String } ?? []).map { "examples/ci/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: Project.root.appendingPathComponent(path).path, isDirectory: &isFolder)
      return isThere && !isFolder.boolValue && !path.hasSuffix(".md")
    }.sorted()
  }()

  /// Reads it by Python, whose YAML is not ours.
  init(_ path: String, in bench: borrowing Workbench) async throws {
    self.path = path
    let reader = Project.root.appendingPathComponent("Tests/DocsTests/Support/ci_scripts.py").path
    let read = try await bench.run("\(Project.python) '\(reader)' '\(path)'")
    try #require(read.code == 0, "\(path): \(read.output)")
    scripts = try JSONDecoder().decode([Script].self, from: Data(read.output.utf8))
  }

  /// How often the text calls the command, comments aside.
  static func calls(in text: String) -> Int {
    text.split(separator: "\n")
      .filter { line in !["#", "//"].contains { line.drop { $0 == " " }.hasPrefix($0) } }
      .map { $0.matches(of: /thunderid-apply[ ,]+[a-z]/).count }.reduce(0, +)
  }
}
