import Foundation

@testable import thunderid_apply

/// Python's jsonschema, which knows nothing of the Swift code.
enum Validator {
  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The environment of this process, where Python may have its packages.
  private static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("THUNDERID_") }

  /// A Python that has what this checks by, which scripts/bootstrap sees to.
  private static let python =
    Shell.run("python3 -c 'import jsonschema, yaml' 2>/dev/null", environment) == 0 ? "python3" : "/usr/bin/python3"

  /// What it has against these files of the workplace; empty where they fit.
  ///
  /// - Parameter strict: whether members that the schema does not describe are faults.
  static func faults(_ work: Workplace, _ schema: String, _ files: String..., strict: Bool = true) throws -> String {
    try work.write("schema.json", work.run("schema", schema).out)
    let script = root.appendingPathComponent("Tests/CommandTests/Support/check_schema.py").path
    let names = files.map { "'\($0)'" }.joined(separator: " ")
    let code = Shell.run(
      "cd '\(work.folder)' && \(python) '\(script)' schema.json \(names) >faults 2>&1",
      environment.merging(["STRICT": strict ? "1" : "0"]) { $1 })
    let text = work.read("faults") ?? ""
    return code == 0 ? "" : "exit code \(code): \(text)"
  }
}
