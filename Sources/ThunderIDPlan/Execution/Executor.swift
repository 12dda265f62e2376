import ThunderID

/// Makes the steps of a plan true, one after the other, and writes each down before and after.
package final class Executor {
  /// How often a write whose answer was unclear and that did not take effect is sent.
  package static let tries = 3

  private let server: any Server
  private let journal: Journal
  private let secrets: SecretsOutput
  private let writer: StepWriter
  private let isStopRequested: @Sendable () -> Bool
  private let emit: (ExecutionEvent) -> Void
  /// Ids of what this run created, for steps that refer to it.
  private var created: [Address: String]
  private var notDone: Set<String> = []
  private var report = ExecutionReport()

  /// - Parameters:
  ///   - created: what an earlier part of the run created already.
  ///   - isStopRequested: asked between two steps; true ends the run in good order.
  ///   - pause: waits before a further try, which counts from 1.
  ///   - emit: told of everything that happens, in the order in which it does.
  package init(
    server: any Server, journal: Journal, secrets: SecretsOutput, created: [Address: String] = [:],
    isStopRequested: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .milliseconds(200 << $0)) },
    emit: @escaping (ExecutionEvent) -> Void = { _ in }
  ) {
    self.server = server
    self.journal = journal
    self.secrets = secrets
    self.created = created
    self.isStopRequested = isStopRequested
    self.emit = emit
    writer = StepWriter(server: server, journal: journal, secrets: secrets, pause: pause, emit: emit)
  }

  /// Runs the steps in their order. A step that fails takes along those that wait for it; the others go on, unless the
  /// server can't be reached, does not allow it, or the journal can't be written.
  ///
  /// - Parameter absent: steps that were left out, so that those that wait for them are too.
  package func run(_ steps: [Step], without absent: Set<String> = []) async -> ExecutionReport {
    notDone = absent
    report.runID = journal.head.id
    report.journalPath = journal.path
    for (index, step) in steps.enumerated() {
      if report.stopped == nil, isStopRequested() { report.stopped = .interrupted }
      if report.stopped != nil {
        for left in steps[index...] { skip(left, "the run stopped before it") }
        break
      }
      if let needed = step.dependsOn.first(where: notDone.contains) {
        let address = steps.first { $0.id == needed }?.address.description ?? needed
        skip(step, "it waits for \(address), which was not done")
        continue
      }
      await perform(step)
    }
    // The end of the journal is for readers; that it can't be written loses nothing.
    try? journal.write(.end(message: "\(report.done) done, \(report.failed) failed, \(report.skipped) skipped"))
    report.secretsPath = secrets.hasSecrets ? secrets.path : nil
    return report
  }

  private func skip(_ step: Step, _ reason: String) {
    notDone.insert(step.id)
    report.skipped += 1
    emit(.skipped(step, reason: reason))
  }

  private func perform(_ planned: Step) async {
    var step = planned
    emit(.started(step))
    let start = ContinuousClock.now
    guard let kind = Kinds.named(step.address.kind) else {
      return skip(step, "its kind '\(step.address.kind)' is not known")
    }
    for reference in step.pending {
      guard let id = created[reference.target] else {
        return skip(step, "\(reference.target), which it refers to, has no id yet")
      }
      step.body = step.body?.setting(.string(id), at: reference.pointer)
    }
    do {
      if let reason = try await staleness(of: &step, kind) { return stale(step, reason) }
      let written = try await writer.write(step, kind)
      count(step, id: written.id)
      report.stopped = written.stop
      let elapsed = (ContinuousClock.now - start).components
      let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
      emit(.done(step, id: written.id, seconds: seconds, note: written.note))
    } catch {
      await fail(step, StepFailure(error, of: step))
    }
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

  /// Reads the live resource right before its write. What it finds becomes the former record of the journal, and gives
  /// the values of withheld fields that the step does not replace: they are sent back and stand in no file.
  private func staleness(of step: inout Step, _ kind: any Kind) async throws -> String? {
    guard step.action != .create, let id = step.liveID else { return nil }
    let live = try await IdentityLookup(server: server).record(kind, id: id)
    if let reason = Staleness(of: step, live: live, key: journal.head.key).reason { return reason }
    guard let live else { return nil }
    step.before = step.withheld.reduce(live) { $0.setting(nil, at: $1) }
    // From here on the record itself says what was there.
    step.fingerprint = nil
    let place = step.location ?? SourceLocation(file: "", line: 0, column: 0)
    step.secrets += step.withheld.compactMap { pointer in
      guard let value = live[pointer], !step.secrets.contains(where: { $0.pointer == pointer }) else { return nil }
      let secret = Secret(
        value.stringValue ?? value.text(), origin: .literal(at: place), isJSON: value.stringValue == nil)
      return SecretField(pointer: pointer, secret: secret, location: place)
    }
    return nil
  }

  private func stale(_ step: Step, _ reason: String) {
    notDone.insert(step.id)
    report.stale += 1
    // Where this can't be written, the line before the next write can't either, and the run stops there.
    try? journal.write(.after(step: step.id, outcome: .stale, id: step.liveID, message: reason))
    emit(.stale(step, reason: reason))
  }

  private func fail(_ step: Step, _ failure: StepFailure) async {
    // Somebody made it between the plan and now: the plan is stale, not wrong.
    if step.action == .create, failure.isTaken,
      let found = try? await IdentityLookup(server: server).find(step), !found.isEmpty
    {
      return stale(step, Staleness.exists.reason ?? "")
    }
    notDone.insert(step.id)
    report.failed += 1
    report.isPartial = report.isPartial || failure.isPartial
    report.stopped = failure.stop
    try? journal.write(
      .after(step: step.id, outcome: failure.outcome, id: step.liveID, message: failure.message))
    emit(.failed(step, message: failure.message))
  }
}
