import ThunderIDPlan

/// `apply --resume`: finishes a run that did not end, without repeating a write.
struct ResumeRun {
  let invocation: Invocation

  func run() async throws -> ExitStatus {
    try checkWords()
    var record = try RunSelection.record(invocation)
    let connection = try Connection(invocation)
    guard record.head.server == connection.server.address else {
      throw WrongServer(wanted: record.head.server, given: connection.server.address, what: "run")
    }
    guard !record.isAllDone else { return try ended(record, connection) }
    let lock = try ApplyCommand.lock(invocation, connection)
    defer { withExtendedLifetime(lock) {} }
    // The run may have been going on until now.
    record = try JournalRecord(path: record.path)
    if let undoer = UndoneRuns.undoer(of: record.head.id, in: invocation.workingFolder) {
      throw FileError(
        "run \(record.head.id) was undone by run \(undoer.id), so there is nothing to go on with: plan and apply anew")
    }
    try await invocation.settle(record, connection)
    let resume = try await Resume(of: record, server: connection.server).plan()
    var plan = resume.plan
    plan.steps = try SecretSource(
      digest: record.head.manifestDigest, paths: record.head.paths, invocation: invocation
    ).resolve(plan.steps)
    try ApplyCommand.show(plan, invocation, for: .resume)
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
      invocation.output, invocation.progress, total: plan.steps.count, command: record.head.command)
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

extension ResumeRun {
  /// The run is gone on with as it was planned: what asks for another plan would be left out without a word.
  private func checkWords() throws {
    let options = invocation.options
    if let word = options.operands.dropFirst(options.has("last") ? 0 : 1).first {
      throw UsageError(
        description: "--resume goes on with a run as it was planned, so '\(word)' would not be read",
        hint: "give nothing but the run, or apply '\(word)' without --resume")
    }
    let others = ["target", "prune", "base", "rotate", "show-unmanaged", "skip-refused"]
    if let flag = options.typed(others).first {
      throw UsageError(
        description: "--resume goes on with a run as it was planned, so --\(flag) would have no effect")
    }
  }

  /// The end where the run was at its own.
  private func ended(_ record: JournalRecord, _ connection: Connection) throws -> ExitStatus {
    let plan = Plan(
      steps: [], unchanged: record.steps.count, server: connection.server.address,
      manifestDigest: record.head.manifestDigest)
    let what =
      record.head.command == "rollback" ? "a rollback, of run \(record.head.undoes ?? "")" : record.head.command
    if invocation.output.format == .text {
      invocation.output.note("Run \(record.head.id) (\(what), \(record.head.time)) came to its end")
    }
    try ApplyCommand.show(plan, invocation, for: .resume)
    return ApplyCommand.idle(.done, plan, invocation)
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
