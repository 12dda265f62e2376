import Foundation
import ThunderID
import ThunderIDPlan

/// `plan`: shows what would change, and changes nothing.
enum PlanCommand {
  static let spec = CommandSpec(
    "plan", aliases: ["diff"], operands: "PATH...", summary: "show what would change",
    details: "PATH is a manifest, a folder of manifests, or - for standard input. Nothing is changed.",
    flags: [
      Flag("out", .text("FILE"), "save the plan to apply exactly it later (mode 0600)"),
      Flag("detailed-exitcode", "exit 2 where there are changes, 0 where there are none"),
    ] + SharedFlags.planning + SharedFlags.variables + SharedFlags.reports + SharedFlags.connection
  ) { invocation in
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    let plan = try await invocation.plan(manifest, connection)
    if let path = invocation.options["out"] {
      var random = SystemRandomNumberGenerator()
      let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let file = PlanFile(plan: plan, key: key, toolVersion: Version.number, paths: invocation.options.operands)
      try DurableFile.replace(path, with: file.json.bytes(.pretty) + [0x0A])
    }
    try PlanOutput.show(plan, invocation)
    let hasChanges = !plan.steps.isEmpty
    if !plan.refusals.isEmpty { return .refused }
    return hasChanges && invocation.options.has("detailed-exitcode") ? .changes : .done
  }
}

/// Shows a plan in every form that was asked for.
enum PlanOutput {
  static func show(_ plan: Plan, _ invocation: Invocation) throws {
    let output = invocation.output
    try writeReports(plan, invocation.options, isDrift: false)
    try output.result(
      .object(PlanJSON.document(plan)), text: PlanText(style: output.style, columns: output.columns).render(plan))
  }

  static func writeReports(_ plan: Plan, _ options: Options, isDrift: Bool, causes: DriftCauses? = nil) throws {
    if let path = options["markdown"] {
      try write(MarkdownReport.render(plan, isDrift: isDrift, causes: causes), path)
    }
    if let path = options["html"] { try write(HTMLReport.render(plan, isDrift: isDrift, causes: causes), path) }
    if let path = options["junit"] { try write(JUnitReport.render(plan, isDrift: isDrift), path) }
  }

  static func write(_ text: String, _ path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw FileError("\(path) can't be written: \(error.localizedDescription)")
    }
  }
}
