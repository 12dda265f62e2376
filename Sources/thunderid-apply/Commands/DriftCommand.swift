import ThunderIDPlan

/// `drift`: tells whether the server still is what the manifest declares; for cron.
enum DriftCommand {
  static let spec = CommandSpec(
    "drift", operands: "PATH...", summary: "tell whether the server moved away from the manifest",
    details: "Exit 0: in sync. Exit 2: drifted. Every other code: it could not look. Nothing is changed.",
    flags: SharedFlags.planning.filter { ["target", "read", "parallelism"].contains($0.name) } + SharedFlags.variables
      + SharedFlags.reports + SharedFlags.connection
  ) { invocation in
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    let plan = try await invocation.plan(manifest, connection) { $0.isGuarded = false }
    try PlanOutput.show(plan, invocation, isDrift: true)
    return plan.steps.isEmpty ? .done : .changes
  }
}
