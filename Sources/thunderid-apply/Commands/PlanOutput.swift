import ThunderID
import ThunderIDPlan

/// Shows a plan in every form that was asked for.
enum PlanOutput {
  static func show(_ plan: Plan, _ invocation: Invocation) throws {
    let output = invocation.output
    try showing(output) {
      try writeReports(plan, invocation.options, isDrift: false)
    } result: {
      try output.result(
        .object(PlanJSON.document(plan)), text: PlanText(style: output.style, columns: output.columns).render(plan))
    }
  }

  /// Writes files and prints the result. A person is told what was found even where a file can't be written; a program
  /// gets one document, which is then the error.
  static func showing(_ output: Output, files: () throws -> Void, result: () throws -> Void) throws {
    do {
      try files()
    } catch {
      if output.format == .text { try? result() }
      throw error
    }
    try result()
  }

  static func writeReports(_ plan: Plan, _ options: Options, isDrift: Bool, causes: DriftCauses? = nil) throws {
    if let path = options["markdown"] {
      try write(MarkdownReport.render(plan, isDrift: isDrift, causes: causes), path)
    }
    if let path = options["html"] { try write(HTMLReport.render(plan, isDrift: isDrift, causes: causes), path) }
    if let path = options["junit"] { try write(JUnitReport.render(plan, isDrift: isDrift), path) }
  }

  /// Puts a report where it was asked for; what is one of our own streams is written as such.
  ///
  /// - Throws: `FileError`.
  static func write(_ text: String, _ path: String) throws {
    if case .stream(let descriptor) = try FilePlace(path) {
      Output.write(text, to: descriptor)
    } else {
      try ReplacedFile.write(Array(text.utf8), to: path)
    }
  }
}
