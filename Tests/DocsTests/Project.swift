import Foundation

/// Where things are: the sources that this test was built from, and the command built beside it.
enum Project {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The command to document: the one that was built with the tests.
  static let command: URL = {
    if let chosen = ProcessInfo.processInfo.environment["THUNDERID_APPLY"] { return URL(fileURLWithPath: chosen) }
    return products.appendingPathComponent("thunderid-apply")
  }()

  /// A Python that has the packages which scripts/bootstrap asks for.
  static let python = "$(python3 -c 'import yaml' 2>/dev/null && echo python3 || echo /usr/bin/python3)"

  private static var products: URL {
    #if os(Linux)
      let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      return executable.deletingLastPathComponent()
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent()
    #endif
  }

  /// Golden texts are rewritten instead of compared.
  static let updatesGolden = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// All documents of the project, by their path from the root.
  static let documents: [String] = {
    let tops = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    let below = ["docs", "examples"].flatMap { folder -> [String] in
      let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return tops + below.sorted()
  }()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appendingPathComponent(path), options: .atomic)
  }
}
