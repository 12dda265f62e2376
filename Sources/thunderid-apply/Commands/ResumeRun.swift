import ThunderIDPlan

/// `apply --resume`: finishes a run that did not end, without repeating a write.
struct ResumeRun {
  let invocation: Invocation

  func run() async throws -> ExitStatus {
    let record = try RunSelection.record(invocation)
    let connection = try Connection(invocation)
    guard record.head.server == connection.server.address else {
      throw WrongServer(wanted: record.head.server, given: connection.server.address, what: "run")
    }
    let lock = try ApplyCommand.lock(invocation, connection)
    defer { withExtendedLifetime(lock) {} }
    let resume = try await Resume(of: record, server: connection.server).plan()
    var plan = resume.plan
    plan.steps = try SecretSource(
      digest: record.head.manifestDigest, paths: record.head.paths, invocation: invocation
    ).resolve(plan.steps)
    try ApplyCommand.show(plan, invocation)
    if invocation.options.has("dry-run") { return try ApplyCommand.dryRun(plan, invocation) }
    guard !plan.steps.isEmpty else {
      return ApplyCommand.idle(resume.unclear.isEmpty ? .done : .partlyApplied, plan, invocation)
    }
    ApplyCommand.announce(plan, invocation)
    try ApplyCommand.approve("Do you want to go on with these?", invocation)
    let journal = try Journal(continuing: record)
    for entry in resume.settled { try await journal.write(entry) }
    let secrets =
      try invocation.options["secrets-out"].map { try SecretsOutput(given: $0) } ?? SecretsOutput(beside: record.path)
    let watcher = RunWatcher(
      invocation.output, invocation.progress, total: plan.steps.count)
    let executor = Executor(
      server: connection.server, journal: journal, secrets: secrets, parallelism: invocation.parallelism,
      created: resume.created,
      isStopRequested: { [interruption = invocation.interruption] in interruption.isStopRequested }, emit: watcher.saw)
    try invocation.output.expectOutcome()
    invocation.interruption.beginWriting()
    let report = await executor.run(plan.steps, without: resume.unclear)
    return await PlanRun(
      invocation: invocation, connection: connection, command: "resume", paths: record.head.paths
    )
    .finish(report, watcher) { $0 == .done && !resume.unclear.isEmpty ? .partlyApplied : $0 }
  }
}

/// Which run is meant.
enum RunSelection {
  static func record(_ invocation: Invocation) throws -> JournalRecord {
    let options = invocation.options
    if options.has("last") || options.operands.first == nil {
      guard options.has("last") else {
        throw UsageError(description: "which run?", hint: "give its id, or --last")
      }
      guard let path = Journal.list(in: invocation.workingFolder).last else {
        throw FileError("there is no run in \(invocation.workingFolder)/\(Journal.folder)")
      }
      return try JournalRecord(path: path)
    }
    return try JournalRecord(path: Journal.find(options.operands[0], in: invocation.workingFolder))
  }
}
