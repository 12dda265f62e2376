import Foundation
import ThunderID

/// Makes the steps of a plan true, one after the other, and writes each down before and after.
package final class Executor {
  /// How often a write whose answer was unclear and that did not take effect is sent.
  package static let tries = 3

  private let server: any Server
  private let journal: Journal
  private let secrets: SecretsOutput
  private let key: [UInt8]
  private let isStopRequested: @Sendable () -> Bool
  private let emit: (ExecutionEvent) -> Void
  private let pause: @Sendable (Int) async throws -> Void
  /// Ids of what this run created, for steps that refer to it.
  private var created: [Address: String] = [:]
  private var notDone: Set<String> = []
  private var report = ExecutionReport()

  /// - Parameters:
  ///   - key: the key of the plan's fingerprints.
  ///   - created: what an earlier part of the run created already.
  ///   - pause: waits before a further try, which counts from 1.
  package init(
    server: any Server, journal: Journal, secrets: SecretsOutput, key: [UInt8] = [],
    created: [Address: String] = [:],
    isStopRequested: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .milliseconds(200 << $0)) },
    emit: @escaping (ExecutionEvent) -> Void = { _ in }
  ) {
    self.server = server
    self.journal = journal
    self.secrets = secrets
    self.key = key
    self.created = created
    self.isStopRequested = isStopRequested
    self.pause = pause
    self.emit = emit
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
    do {
      for reference in step.pending {
        guard let id = created[reference.target] else {
          return skip(step, "\(reference.target), which it refers to, has no id yet")
        }
        step.body = step.body?.setting(.string(id), at: reference.pointer)
      }
      if let reason = try await staleness(of: &step) { return stale(step, reason) }
      let (id, note) = try await write(step)
      count(step, id: id)
      let elapsed = ContinuousClock.now - start
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
      emit(.done(step, id: id, seconds: seconds, note: note))
    } catch {
      await fail(step, error)
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

  /// Reads the live resource right before its write. What it finds becomes the former record of the journal.
  private func staleness(of step: inout Step) async throws -> String? {
    guard step.action != .create, let id = step.liveID, let kind = Kinds.named(step.address.kind) else { return nil }
    let live = try await IdentityLookup(server: server).record(kind, id: id)
    if let reason = Staleness(of: step, live: live, key: key).reason { return reason }
    if let live { step.before = step.withheld.reduce(live) { $0.setting(nil, at: $1) } }
    return nil
  }

  private func stale(_ step: Step, _ reason: String) {
    notDone.insert(step.id)
    report.stale += 1
    try? journal.write(.after(step: step.id, outcome: .stale, id: step.liveID, message: reason))
    emit(.stale(step, reason: reason))
  }

  /// Sends the writes of a step; gives the resource's id and what a person should know.
  private func write(_ step: Step) async throws -> (id: String?, note: String?) {
    guard let kind = Kinds.named(step.address.kind) else { return (nil, nil) }
    var id = step.liveID
    var note: String?
    let requests = kind.requests(for: step, id: step.liveID)
    for (index, request) in requests.enumerated() {
      try journalled {
        try journal.write(
          .before(
            step: step.id, method: request.method, path: request.path, liveID: step.liveID,
            before: index == 0 ? step.before : nil))
      }
      // A secret that this tool made is on the disk before the server has it: lost, it would lock the client out.
      for field in request.secrets where field.secret.origin == .generated {
        try hand(
          over: field.secret.reveal(), field.pointer, of: step,
          clientID: request.body.flatMap { OAuthRules.clientID(of: $0) })
      }
      let (answer, adopted) = try await send(request, of: step, isMain: request.writesRecord)
      if let adopted { (id, note) = (adopted.id ?? id, adopted.note) }
      if let answer {
        id = answer["id"]?.stringValue ?? id
        try deliver(answer, of: step, kind)
      }
    }
    try journalled { try journal.write(.after(step: step.id, outcome: .done, id: id, message: note)) }
    return (id, note)
  }

  /// A step that changes one thing in the journal's failure: the run must stop.
  private func journalled(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch {
      throw JournalFailure(message: "\(error)")
    }
  }

  private struct JournalFailure: Error { let message: String }
  private struct Unresolved: Error { let message: String }

  private func send(
    _ request: ResourceRequest, of step: Step, isMain: Bool
  ) async throws -> (answer: JSONValue?, adopted: (id: String?, note: String?)?) {
    var body = request.body
    for field in request.secrets { body = body?.setting(field.secret.revealJSON(), at: field.pointer) }
    for attempt in 1... {
      do {
        return (try await server.send(request.method, request.path, query: [], body: body), nil)
      } catch let error as ThunderIDError where step.action == .delete && error.code == .notFound {
        return (nil, (step.liveID, "it was gone already"))
      } catch let error as ThunderIDError where error.mayHaveTakenEffect {
        guard isMain else {
          // Setting a credential once more sets the same one.
          if attempt < Executor.tries {
            try await pause(attempt)
            continue
          }
          throw error
        }
        switch try await verdict(step, request.body, error) {
        case .tookEffect(let id):
          let lost = step.action == .create && step.secretNotes.contains { $0.fate == .generated }
          return (
            nil,
            (
              id,
              lost
                ? "the answer was lost, and with it the secret that the server made: get a new one with --rotate \"\(step.address)\""
                : "the answer was lost; it took effect"
            )
          )
        case .didNot:
          guard attempt < Executor.tries else { throw error }
          try await pause(attempt)
        case .unclear(let reason):
          throw Unresolved(message: "\(error.message), and it is not clear whether it took effect: \(reason)")
        }
      }
    }
    return (nil, nil)
  }

  private func verdict(_ step: Step, _ body: JSONValue?, _ failure: ThunderIDError) async throws -> Ambiguity.Verdict {
    do {
      return try await Ambiguity(server: server).resolve(step, body: body, liveID: step.liveID)
    } catch {
      return .unclear("looking for it failed too: \((error as? ThunderIDError)?.message ?? "\(error)")")
    }
  }

  /// Delivers the secrets that the answer shows and the manifest did not give.
  private func deliver(_ answer: JSONValue, of step: Step, _ kind: any Kind) throws {
    for pointer in kind.generatedSecrets(in: answer) {
      let isGiven = step.secrets.contains { $0.pointer == pointer }
      guard !isGiven, let value = answer[pointer]?.stringValue else { continue }
      try hand(over: value, pointer, of: step, clientID: OAuthRules.clientID(of: answer))
    }
  }

  private func hand(over value: String, _ pointer: JSONPointer, of step: Step, clientID: String?) throws {
    let name = pointer.tokens.last ?? "secret"
    try journalled { try secrets.deliver(step.address, name: name, value: value, clientID: clientID) }
    emit(.secretDelivered(step.address, name: name, path: secrets.path))
  }

  private func fail(_ step: Step, _ error: any Error) async {
    notDone.insert(step.id)
    let (outcome, message, stop) = reading(error)
    // Somebody made it between the plan and now: the plan is stale, not wrong.
    if step.action == .create, let error = error as? ThunderIDError, error.isTaken,
      let found = try? await IdentityLookup(server: server).find(step), !found.isEmpty
    {
      return stale(step, Staleness.exists.reason ?? "")
    }
    report.failed += 1
    report.stopped = stop
    try? journal.write(.after(step: step.id, outcome: outcome, id: step.liveID, message: message))
    emit(.failed(step, message: message))
  }

  /// What an error means for the step and for the run.
  private func reading(_ error: any Error) -> (JournalEntry.Outcome, String, ExecutionReport.Stop?) {
    switch error {
    case let error as JournalFailure: return (.unknown, error.message, .journal(error.message))
    case let error as Unresolved: return (.unknown, error.message, nil)
    case let error as ThunderIDError:
      let outcome: JournalEntry.Outcome = error.mayHaveTakenEffect ? .unknown : .failed
      switch error.code {
      case .authenticationFailed, .forbidden: return (outcome, error.description, .notAllowed(error.description))
      case .networkError, .requestTimeout: return (outcome, error.description, .unreachable(error.description))
      default: return (outcome, error.description, nil)
      }
    case is CancellationError: return (.unknown, "interrupted", .interrupted)
    default: return (.unknown, "\(error)", nil)
    }
  }
}

extension ThunderIDError {
  /// Whether the server says that somebody has the unique value already.
  package var isTaken: Bool {
    code == .conflict || ["APP-1020", "APP-1021"].contains(serverCode ?? "")
  }
}
