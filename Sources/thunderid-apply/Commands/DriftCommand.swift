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
    if options.has("accept"), let other = options.typed(["metrics", "markdown", "html", "junit", "why"]).first {
      throw UsageError(
        description: "--accept writes the known drift and nothing else, so --\(other) would be left out",
        hint: "look with --\(other) first, then accept")
    }
    guard !options.has("why") || options.has("base") else {
      throw UsageError(description: "--why needs --base PATH", hint: "name the manifest that was applied last")
    }
    let known = try options["known"].map { try read($0, invocation) }
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    var plan = try await invocation.plan(manifest, connection) { $0.isGuarded = false }
    if let known, let path = options["known"], options.has("accept") {
      return try accept(plan, known, path, invocation)
    }
    let causes = try await causes(of: plan, invocation, connection)
    let whole = plan
    if let known {
      let comparison = known.compare(plan.steps, today: today, targets: try invocation.planOptions().targets)
      plan.steps = comparison.counting
      plan.known = comparison
    }
    let isQuiet = plan.known?.isQuiet ?? plan.steps.isEmpty
    try PlanOutput.showing(invocation.output) {
      if let path = options["metrics"] {
        let elapsed = (ContinuousClock.now - start).components
        try PlanOutput.write(
          MetricsReport.render(
            whole, isQuiet: isQuiet, now: Date().timeIntervalSince1970,
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18), path)
      }
      try PlanOutput.writeReports(plan, options, isDrift: true, causes: causes)
    } result: {
      try show(plan, causes, isQuiet: isQuiet, invocation)
    }
    return isQuiet ? .done : .changes
  }

  private static var today: String { String(Date().formatted(.iso8601).prefix(10)) }

  private static func accept(
    _ plan: Plan, _ known: KnownDrift, _ path: String, _ invocation: Invocation
  ) throws -> ExitStatus {
    let targets = try invocation.planOptions().targets
    let former = known.compare(plan.steps, today: today, targets: targets)
    let accepted = known.accepting(plan.steps, today: today, targets: targets)
    try DurableFile.replace(path, with: accepted.json.bytes(.pretty) + [0x0A])
    let output = invocation.output
    var plan = plan
    plan.known = accepted.compare(plan.steps, today: today, targets: targets)
    plan.steps = plan.known?.counting ?? []
    let isQuiet = plan.steps.isEmpty
    try output.result(.object(document(plan, causes: nil, isQuiet: isQuiet)), text: "")
    for entry in former.gone { output.note("forgotten: \(VisibleText.escaped(entry.address)) does not drift any more") }
    for step in plan.steps {
      output.note(
        "not accepted: \(VisibleText.escaped(step.address.description)): a field that may not be shown differs, so its "
          + "next change could not be told from this one; lifecycle.ignoreChanges leaves it alone")
    }
    if former.expired > 0 {
      output.note("the term of \(former.expired) of them was over: they are accepted without one now")
    }
    let count = plan.known?.accepted ?? 0
    let others = accepted.entries.count - count
    output.note(
      "accepted \(count) \(count == 1 ? "finding" : "findings") in \(path)"
        + (others > 0 ? "; \(others) of what was not looked at stand as they were" : ""))
    return isQuiet ? .done : .changes
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
    _ plan: Plan, _ causes: DriftCauses?, isQuiet: Bool, _ invocation: Invocation
  ) throws {
    let output = invocation.output
    let text = PlanText(style: output.style, purpose: .drift, columns: output.columns, causes: causes)
    try output.result(.object(document(plan, causes: causes, isQuiet: isQuiet)), text: text.render(plan))
    say(plan, Date().formatted(.iso8601), invocation.output)
  }

  private static func document(_ plan: Plan, causes: DriftCauses?, isQuiet: Bool) -> JSONObject {
    var document = PlanJSON.drift(plan, causes: causes)
    document["inSync"] = .bool(isQuiet)
    document["lookedAt"] = .string(Date().formatted(.iso8601))
    if let comparison = plan.known {
      document["known"] = [
        "changed": .number(JSONNumber(comparison.changed)), "accepted": .number(JSONNumber(comparison.accepted)),
        "gone": .array(comparison.gone.map { .string($0.address) }),
      ]
    }
    return document
  }

  /// The accepted drift; none where the file is still to be made. A file that can't be read is never taken for quiet.
  private static func read(_ path: String, _ invocation: Invocation) throws -> KnownDrift {
    guard path != "-" else { throw UsageError(description: "--known takes a file", hint: "- is no file here") }
    guard FileManager.default.fileExists(atPath: path) else {
      if !invocation.options.has("accept") {
        invocation.output.note(
          "warning: there is no file '\(VisibleText.escaped(path))', so no drift is known (--accept writes it)")
      }
      return KnownDrift()
    }
    do {
      return try KnownDrift(parsing: ManifestFiles.read(path))
    } catch let error as PlanFileError {
      throw PlanFileError(description: "\(path) holds no known drift: \(error.description)")
    }
  }

  /// A line that proves that somebody looked, so that silence is no good news.
  private static func say(_ plan: Plan, _ time: String, _ output: Output) {
    for entry in plan.known?.gone ?? [] {
      output.note("gone: \(VisibleText.escaped(entry.address)) does not drift any more (accept again to forget it)")
    }
    var line = "drift: looked at \(time): \(plan.unchanged) as declared, \(plan.steps.count) drifted"
    if let known = plan.known {
      let parts = [(known.changed, "known with other values"), (known.expired, "accepted no longer")].compactMap {
        $0.0 > 0 ? "\($0.0) \($0.1)" : nil
      }
      line += parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
      line += ", \(known.accepted) accepted, \(known.gone.count) gone"
    }
    output.note(line)
  }
}
