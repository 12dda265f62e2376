import Foundation
import ThunderID
import ThunderIDPlan

/// `apply`: plans, shows, asks and makes it true; or applies a saved plan.
enum ApplyCommand {
  static let spec = CommandSpec(
    "apply", operands: "PATH... | PLAN", summary: "make the server what the manifest declares",
    details:
      "PATH is a manifest, a folder or -; PLAN is a file that plan --out wrote, and then it and nothing else is applied.",
    flags: [
      Flag("json-events", "print each event as one line of JSON"),
      Flag("resume", "go on with a run that did not end: give its id, or --last"),
      Flag("last", "with --resume: the latest run"),
      Flag(
        "rollback-on-failure",
        "where not all could be done, undo what was, without asking; not where the run was interrupted"),
    ] + SharedFlags.approval + SharedFlags.planning + SharedFlags.variables + SharedFlags.reports
      + SharedFlags.connection
  ) { invocation in
    if invocation.options.has("rollback-on-failure"), invocation.output.format == .document {
      throw UsageError(
        description: "--rollback-on-failure is two runs, and --json one document", hint: "take --json-events")
    }
    if invocation.options.has("resume") { return try await ResumeRun(invocation: invocation).run() }
    if let path = savedPlan(invocation.options.operands) { return try await apply(saved: path, invocation) }
    let manifest = try invocation.manifest()
    let connection = try Connection(invocation)
    let lock = try lock(invocation, connection)
    defer { withExtendedLifetime(lock) {} }
    let plan = try await invocation.plan(manifest, connection)
    try show(plan, invocation)
    if invocation.options.has("dry-run") { return try dryRun(plan, invocation) }
    guard !plan.steps.isEmpty else { return idle(plan.refusals.isEmpty ? .done : .refused, plan, invocation) }
    announce(plan, invocation)
    try approve("Do you want to perform these actions?", invocation)
    var run = PlanRun(
      invocation: invocation, connection: connection, command: "apply", paths: invocation.options.operands)
    // What was rotated is done; asked again, it would be rotated again.
    run.verify = { try await invocation.plan(manifest, connection) { $0.rotate = [] } }
    let end = try await run.execute(plan)
    return try await undo(end, invocation, connection) ?? end.status
  }

  /// Without a terminal and without approval it ends before anything is read or sent.
  static func lock(_ invocation: Invocation, _ connection: Connection) throws -> RunLock? {
    let options = invocation.options
    if options.has("dry-run") { return nil }
    if !options.has("auto-approve"), !Prompt.isPossible || options.has("json") {
      throw NotApproved(
        description: "nobody can be asked here", hint: "approve with --auto-approve, or look with --dry-run")
    }
    return try hold(invocation, connection)
  }

  private static func hold(_ invocation: Invocation, _ connection: Connection) throws -> RunLock {
    try RunLock(
      in: invocation.workingFolder, server: connection.server.address,
      timeout: invocation.options.double("lock-timeout") ?? 10)
  }

  /// Undoes a run that did not do all, where that was asked for; nil where there is nothing to undo.
  ///
  /// - Returns: 1 where all is as it was before, 3 where it is not.
  private static func undo(
    _ end: PlanRun.End, _ invocation: Invocation, _ connection: Connection
  ) async throws -> ExitStatus? {
    let report = end.report
    guard invocation.options.has("rollback-on-failure"), report.exitCode != .done, report.stopped != .interrupted,
      report.done > 0 || report.isPartial
    else { return nil }
    invocation.output.note("\nUndoing what was done (--rollback-on-failure)")
    let record = try JournalRecord(path: report.journalPath)
    let plan: Plan
    do {
      plan = try await Rollback(of: record, server: connection.server, parallelism: invocation.parallelism).plan()
    } catch {
      invocation.output.note("the server can't be read, so nothing was undone: \(Failure(error).summary)")
      return .partlyApplied
    }
    try show(plan, invocation, for: .rollback)
    guard !plan.steps.isEmpty else { return .error }
    var run = PlanRun(invocation: invocation, connection: connection, command: "rollback", paths: [])
    run.undoes = report.runID
    return try await run.execute(plan).status == .done ? .error : .partlyApplied
  }

  /// Says how long it will take, where that is long.
  static func announce(_ plan: Plan, _ invocation: Invocation) {
    if let text = Estimate(of: plan.steps).text { invocation.output.note(text) }
  }

  static func approve(_ question: String, _ invocation: Invocation) throws {
    if invocation.options.has("auto-approve") { return }
    guard Prompt.approves(question) else { throw NotApproved(description: "not approved; nothing was changed") }
  }

  static func show(_ plan: Plan, _ invocation: Invocation, for purpose: PlanText.Purpose = .plan) throws {
    let output = invocation.output
    try PlanOutput.writeReports(plan, invocation.options, isDrift: false)
    switch output.format {
    case .text: output.print(PlanText(style: output.style, purpose: purpose, columns: output.columns).render(plan))
    case .document: break
    case .events:
      var event = PlanJSON.document(plan)
      event["type"] = "plan"
      EventLine.print(event)
    }
  }

  static func dryRun(_ plan: Plan, _ invocation: Invocation) throws -> ExitStatus {
    let requests = DryRun.requests(of: plan)
    try invocation.output.result(
      .object(PlanJSON.document(plan)),
      text: requests.isEmpty
        ? "" : "\nRequests that would be sent:\n\n" + requests.joined(separator: "\n\n") + "\n")
    return plan.refusals.isEmpty ? .done : .refused
  }

  /// The end where there is nothing to do: the same document as of any run.
  static func idle(_ status: ExitStatus, _ plan: Plan, _ invocation: Invocation) -> ExitStatus {
    invocation.output.outcome(
      EventLine.summary(ExecutionReport(), status, refusals: plan.refusals, remaining: nil), event: "summary")
    return status
  }

  /// The one operand, where it is a saved plan: manifests are YAML and do not begin with a brace and hold that key.
  private static func savedPlan(_ operands: [String]) -> String? {
    guard operands.count == 1, let path = operands.first, path != "-",
      let bytes = try? ManifestFiles.read(path), bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let json = try? JSONValue(parsing: bytes), json["savedPlan"] != nil
    else { return nil }
    return path
  }

  private static func apply(saved path: String, _ invocation: Invocation) async throws -> ExitStatus {
    let connection = try Connection(invocation)
    let file = try SavedPlan.readWithSecrets(path, invocation)
    guard file.plan.server == connection.server.address else {
      throw WrongServer(wanted: file.plan.server, given: connection.server.address, what: "plan")
    }
    try show(file.plan, invocation)
    if invocation.options.has("dry-run") { return try dryRun(file.plan, invocation) }
    guard !file.plan.steps.isEmpty else { return idle(.done, file.plan, invocation) }
    // A saved plan was looked at before: applying it is the approval.
    let lock = try hold(invocation, connection)
    defer { withExtendedLifetime(lock) {} }
    announce(file.plan, invocation)
    var run = PlanRun(invocation: invocation, connection: connection, command: "apply", paths: file.paths)
    run.key = file.key
    run.checksCreates = true
    let end = try await run.execute(file.plan)
    return try await undo(end, invocation, connection) ?? end.status
  }
}
