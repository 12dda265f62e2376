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
