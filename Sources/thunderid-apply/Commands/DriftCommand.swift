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
      Flag("why", "with --base: say of each difference whether the manifest changed, the server, or both"),
      Flag(
        "base", .text("PATH"), repeatable: true,
        "an older manifest: what it has and the given one has not should not be there"),
      Flag("metrics", .text("FILE"), "write metrics for Prometheus' text-file collector"),
    ] + SharedFlags.planning.filter { ["target", "read", "parallelism"].contains($0.name) } + SharedFlags.variables
      + SharedFlags.reports + SharedFlags.connection
  ) { invocation in
    let start = ContinuousClock.now
    let options = invocation.options
    guard !options.has("accept") || options.has("known") else {
      throw UsageError(description: "--accept needs --known FILE")
    }
    guard !options.has("why") || options.has("base") else {
      throw UsageError(description: "--why needs --base PATH", hint: "name the manifest that was applied last")
    }
    let known = try options["known"].map { try read($0) }
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    var plan = try await invocation.plan(manifest, connection) { $0.isGuarded = false }
    if let known, let path = options["known"], options.has("accept") {
      return try accept(plan, known, path, invocation)
    }
    let causes = try await causes(of: plan, invocation, connection)
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
    try show(plan, causes, comparison, isQuiet: isQuiet, invocation)
    return isQuiet ? .done : .changes
  }

  private static func accept(
    _ plan: Plan, _ known: KnownDrift, _ path: String, _ invocation: Invocation
  ) throws -> ExitStatus {
    let accepted = known.accepting(plan.steps)
    try DurableFile.replace(path, with: accepted.json.bytes(.pretty) + [0x0A])
    let count = plan.steps.count
    try invocation.output.result(accepted.json, text: "")
    invocation.output.note("accepted \(count) \(count == 1 ? "finding" : "findings") in \(path)")
    return .done
  }

  /// What the older manifest says to each difference; nil where it is not asked.
  private static func causes(
    of plan: Plan, _ invocation: Invocation, _ connection: Connection
  ) async throws -> DriftCauses? {
    guard invocation.options.has("why"), let older = try invocation.baseManifest() else { return nil }
    let declared = Set(older.resources.map(\.address))
    let former = try await invocation.plan(older, connection) { options in
      options.isGuarded = false
      // A resource that the older one lacks is no target there.
      options.targets.removeAll { !declared.contains($0) }
    }
    return DriftCauses(of: plan, older: former)
  }

  private static func show(
    _ plan: Plan, _ causes: DriftCauses?, _ comparison: KnownDrift.Comparison?, isQuiet: Bool, _ invocation: Invocation
  ) throws {
    let time = Date().formatted(.iso8601)
    var document = PlanJSON.drift(plan, causes: causes)
    document["inSync"] = .bool(isQuiet)
    document["lookedAt"] = .string(time)
    if let comparison {
      document["known"] = [
        "changed": .number(JSONNumber(comparison.changed)), "accepted": .number(JSONNumber(comparison.accepted)),
        "gone": .array(comparison.gone.map { .string($0.address) }),
      ]
    }
    try PlanOutput.writeReports(plan, invocation.options, isDrift: true, causes: causes)
    let output = invocation.output
    let text = PlanText(style: output.style, purpose: .drift, columns: output.columns, causes: causes)
    try output.result(.object(document), text: text.render(plan))
    say(comparison, plan, time, invocation.output)
  }

  /// The accepted drift; none where the file is still to be made. A file that can't be read is never taken for quiet.
  private static func read(_ path: String) throws -> KnownDrift {
    guard FileManager.default.fileExists(atPath: path) else { return KnownDrift() }
    return try KnownDrift(parsing: ManifestFiles.read(path))
  }

  /// A line that proves that somebody looked, so that silence is no good news.
  private static func say(_ comparison: KnownDrift.Comparison?, _ plan: Plan, _ time: String, _ output: Output) {
    for entry in comparison?.gone ?? [] {
      output.note("gone: \(VisibleText.escaped(entry.address)) does not drift any more (accept again to forget it)")
    }
    var line = "drift: looked at \(time): \(plan.unchanged) as declared, \(plan.steps.count) drifted"
    if let comparison {
      line +=
        " (\(comparison.changed) of them known otherwise), \(comparison.accepted) accepted, \(comparison.gone.count) gone"
    }
    output.note(line)
  }
}
