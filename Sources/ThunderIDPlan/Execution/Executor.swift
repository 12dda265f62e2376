import ThunderID

/// Makes the steps of a plan true, several at once where their order allows, and writes each down before and after.
package final class Executor {
  /// How often a write whose answer was unclear and that did not take effect is sent.
  package static let tries = 3
  /// The longest wait in seconds that a server may ask for; past it the step fails and says so.
  static let longestRetryAfter = 60.0

  private let lanes: Int
  private let journal: Journal
  private let secrets: SecretsOutput
  private let runner: StepRunner
  private let isStopRequested: @Sendable () -> Bool
  private let emit: (ExecutionEvent) -> Void
  private let halt: Locked<Bool>
  /// Ids of what this run created, for steps that refer to it.
  private var created: [Address: String]
  private var report = ExecutionReport()
  private var lookahead: Lookahead

  /// - Parameters:
  ///   - parallelism: how many requests are under way at once.
  ///   - created: what an earlier part of the run created already.
  ///   - isStopRequested: asked between steps; true ends the run in good order.
  ///   - pause: waits before a further try, which counts from 1.
  ///   - emit: told of everything that happens, in the order in which it does.
  package init(
    server: any Server, journal: Journal, secrets: SecretsOutput, parallelism: Int = 1,
    created: [Address: String] = [:], isStopRequested: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .milliseconds(200 << $0)) },
    emit: @escaping (ExecutionEvent) -> Void = { _ in }
  ) {
    lanes = max(1, parallelism)
    self.journal = journal
    self.secrets = secrets
    self.created = created
    self.isStopRequested = isStopRequested
    self.emit = emit
    let halt = Locked(false)
    self.halt = halt
    lookahead = Lookahead(lanes: lanes)
    runner = StepRunner(
      server: LanedServer(server, lanes: lanes), journal: journal, secrets: secrets, pause: pause,
      mayGoOn: { !halt.withLock { $0 } && !isStopRequested() })
  }

  /// Runs the steps, each when what it needs is done. A step that fails takes along those that wait for it; the others
  /// go on, unless the server can't be reached, does not allow it, or the journal can't be written.
  ///
  /// - Parameter absent: steps that were left out, so that those that wait for them are too.
  package func run(_ steps: [Step], without absent: Set<String> = []) async -> ExecutionReport {
    report.runID = journal.head.id
    report.journalPath = journal.path
    var schedule = Schedule(steps, without: absent, slowLanes: lanes / 2)
    skip(schedule.begin(), of: schedule, steps)
    await withTaskGroup(of: (Int, StepRunner.Outcome).self) { group in
      var running = 0
      while true {
        if report.stopped == nil, isStopRequested() { stop(.interrupted) }
        if report.stopped == nil, let failure = journal.failure { stop(.journal("\(failure)")) }
        let room = lookahead.room(beside: running)
        while report.stopped == nil, running < room, let index = schedule.next() {
          emit(.started(steps[index]))
          guard let step = filled(steps[index]) else {
            skip(schedule.finish(index, isDone: false), of: schedule, steps)
            continue
          }
          running += 1
          group.addTask { [runner] in (index, await runner.perform(step)) }
        }
        guard let (index, outcome) = await group.next() else { break }
        running -= 1
        lookahead.tookOne()
        skip(schedule.finish(index, isDone: take(outcome, of: steps[index])), of: schedule, steps)
      }
    }
    for index in schedule.unstarted { skip(steps[index], "the run stopped before it") }
    // The end of the journal is for readers; that it can't be written loses nothing.
    journal.note(.end(message: "\(report.done) done, \(report.failed) failed, \(report.skipped) skipped"))
    await journal.flush()
    if report.stopped == nil, let failure = journal.failure { report.stopped = .journal("\(failure)") }
    report.secretsPath = secrets.hasSecrets ? secrets.path : nil
    return report
  }

  private func stop(_ reason: ExecutionReport.Stop?) {
    guard let reason, report.stopped == nil else { return }
    report.stopped = reason
    halt.withLock { $0 = true }
  }

  private func skip(_ skips: [Schedule.Skip], of schedule: Schedule, _ steps: [Step]) {
    for entry in skips {
      let address = schedule.address(of: entry.needed)?.description ?? entry.needed
      skip(steps[entry.index], "it waits for \(address), which was not done")
    }
  }

  private func skip(_ step: Step, _ reason: String) {
    report.skipped += 1
    emit(.skipped(step, reason: reason))
  }

  /// The step with the ids of what other steps created; nil where one is not known.
  private func filled(_ planned: Step) -> Step? {
    var step = planned
    for reference in step.pending {
      guard let id = created[reference.target] else {
        skip(step, "\(reference.target), which it refers to, has no id yet")
        return nil
      }
      step.body = step.body?.setting(.string(id), at: reference.pointer)
    }
    return step
  }

  /// Counts what became of a step; whether it was done.
  private func take(_ outcome: StepRunner.Outcome, of step: Step) -> Bool {
    outcome.delivered.forEach(emit)
    switch outcome.result {
    case .done(let written, let seconds):
      count(step, id: written.id)
      stop(written.stop)
      emit(.done(step, id: written.id, seconds: seconds, note: written.note))
      return true
    case .stale(let reason):
      report.stale += 1
      emit(.stale(step, reason: reason))
    case .failed(let failure) where failure.outcome == .skipped:
      skip(step, failure.message)
    case .failed(let failure):
      report.failed += 1
      report.isPartial = report.isPartial || failure.isPartial
      stop(failure.stop)
      emit(.failed(step, message: failure.message))
    }
    return false
  }

  private func count(_ step: Step, id: String?) {
    switch step.action {
    case .create:
      report.added += 1
      if let id { created[step.address] = id }
    case .update: report.changed += 1
    case .delete: report.destroyed += 1
    }
  }
}
