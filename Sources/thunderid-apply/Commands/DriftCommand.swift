import Foundation
import ThunderID
import ThunderIDPlan

/// `drift`: tells whether the server still is what the manifest declares; for cron.
enum DriftCommand {
  static let spec = CommandSpec(
    "drift", operands: "PATH...", summary: "tell whether the server moved away from the manifest",
    details: "Exit 0: in sync. Exit 2: drifted. Every other code: it could not look. Nothing is changed.",
    flags: [
      Flag("known", .text("FILE"), "drift that was accepted: only what is new, changed or gone since then counts"),
      Flag("accept", "with --known: write the present drift to the file as accepted"),
      Flag("metrics", .text("FILE"), "write metrics for Prometheus' text-file collector"),
    ] + SharedFlags.planning.filter { ["target", "read", "parallelism"].contains($0.name) } + SharedFlags.variables
      + SharedFlags.reports + SharedFlags.connection
  ) { invocation in
    let start = ContinuousClock.now
    let options = invocation.options
    guard !options.has("accept") || options.has("known") else {
      throw UsageError(description: "--accept needs --known FILE")
    }
    let known = try options["known"].map { try read($0) }
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    var plan = try await invocation.plan(manifest, connection) { $0.isGuarded = false }
    if let known, let path = options["known"], options.has("accept") {
      try DurableFile.replace(path, with: known.accepting(plan.steps).json.bytes(.pretty) + [0x0A])
      let count = plan.steps.count
      invocation.output.note("accepted \(count) \(count == 1 ? "finding" : "findings") in \(path)")
      return .done
    }
    let today = String(Date().formatted(.iso8601).prefix(10))
    let comparison = known?.compare(plan.steps, today: today)
    let isQuiet = comparison?.isQuiet ?? plan.steps.isEmpty
    if let path = options["metrics"] {
      let elapsed = (ContinuousClock.now - start).components
      try PlanOutput.write(
        MetricsReport.render(
          plan, isQuiet: isQuiet, now: Date().timeIntervalSince1970,
          seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18), path)
    }
    if let comparison { plan.steps = comparison.counting }
    try PlanOutput.show(plan, invocation, isDrift: true)
    say(comparison, plan, invocation.output)
    return isQuiet ? .done : .changes
  }

  /// The accepted drift; none where the file is still to be made. A file that can't be read is never taken for quiet.
  private static func read(_ path: String) throws -> KnownDrift {
    guard FileManager.default.fileExists(atPath: path) else { return KnownDrift() }
    return try KnownDrift(parsing: ManifestFiles.read(path))
  }

  /// A line that proves that somebody looked, so that silence is no good news.
  private static func say(_ comparison: KnownDrift.Comparison?, _ plan: Plan, _ output: Output) {
    for entry in comparison?.gone ?? [] {
      output.note("gone: \(VisibleText.escaped(entry.address)) does not drift any more (accept again to forget it)")
    }
    let time = Date().formatted(.iso8601)
    var line = "drift: looked at \(time): \(plan.unchanged) as declared, \(plan.steps.count) drifted"
    if let comparison {
      line +=
        " (\(comparison.changed) of them known otherwise), \(comparison.accepted) accepted, \(comparison.gone.count) gone"
    }
    output.note(line)
  }
}
