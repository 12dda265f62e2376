import ThunderIDPlan

/// `rollback`: undoes a run.
enum RollbackCommand {
  static let spec = CommandSpec(
    "rollback", operands: "RUN | --last", summary: "undo a run",
    details:
      "Deletes what the run created, puts back what it replaced and creates anew what it deleted. The plan is shown and "
      + "asked for like any other, and journalled, so that a rollback can be rolled back.",
    flags: [
      Flag("last", "the latest run; of a rollback that undoes the undoing")
    ] + SharedFlags.approval + [Flag("json-events", "print each event as one line of JSON")] + SharedFlags.reports
      + SharedFlags.planning.filter { $0.name == "parallelism" } + SharedFlags.connection
  ) { invocation in
    var record = try RunSelection.record(invocation)
    let connection = try Connection(invocation)
    guard record.head.server == connection.server.address else {
      throw WrongServer(wanted: record.head.server, given: connection.server.address, what: "run")
    }
    let lock = try ApplyCommand.lock(invocation, connection)
    defer { withExtendedLifetime(lock) {} }
    // The run may have been going on until now.
    record = try JournalRecord(path: record.path)
    if invocation.output.format == .text {
      invocation.output.note("Undoing run \(record.head.id) (\(record.head.command), \(record.head.time))")
    }
    try await invocation.settle(record, connection)
    let plan = try await Rollback(
      of: record, server: connection.server, parallelism: invocation.parallelism
    ).plan()
    try ApplyCommand.show(plan, invocation, for: .rollback)
    if invocation.options.has("dry-run") { return try ApplyCommand.dryRun(plan, invocation) }
    guard !plan.steps.isEmpty else { return ApplyCommand.idle(.done, plan, invocation) }
    ApplyCommand.announce(plan, invocation)
    try ApplyCommand.approve("Do you want to undo the run so?", invocation)
    var run = PlanRun(invocation: invocation, connection: connection, command: "rollback", paths: [])
    run.undoes = record.head.id
    return try await run.execute(plan).status
  }
}
