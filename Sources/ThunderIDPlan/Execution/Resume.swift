import ThunderID

/// Makes the plan of what a run that did not end has still to do. What was begun and not written down as done is looked
/// up first, so that no write is repeated.
package struct Resume: Sendable {
  package struct Rest: Sendable {
    package var plan: Plan
    /// What the journal did not know and the server told.
    package var settled: [JournalEntry]
    /// Ids of what the run created already, for steps that refer to it.
    package var created: [Address: String]
    /// Ids of steps that nobody can say anything of: they are left alone, and so is what waits for them.
    package var unclear: Set<String>
  }

  private let record: JournalRecord
  private let server: any Server

  package init(of record: JournalRecord, server: any Server) {
    self.record = record
    self.server = server
  }

  /// What is left to do.
  ///
  /// - Throws: `ThunderIDError`, `ListingError` where the server can't be read.
  package func plan() async throws -> Rest {
    var rest = Rest(
      plan: Plan(steps: [], unchanged: 0, server: server.address, manifestDigest: record.head.manifestDigest),
      settled: [], created: [:], unclear: [])
    var done: Set<String> = []
    for planned in record.steps {
      let state = record.states[planned.id]
      var step = planned
      if let before = state?.before {
        step.before = before
        step.fingerprint = nil
      }
      step.mayHaveBeenSent = state?.hasLostWrite ?? false
      switch state?.outcome {
      case .done?:
        finish(step, id: state?.liveID, &rest, &done)
      case nil where state != nil, .unknown?:
        try await settle(step, &rest, &done)
      default:
        rest.plan.steps.append(step)
      }
    }
    for index in rest.plan.steps.indices { rest.plan.steps[index].dependsOn.removeAll(where: done.contains) }
    return rest
  }

  private func finish(_ step: Step, id: String?, _ rest: inout Rest, _ done: inout Set<String>) {
    done.insert(step.id)
    rest.plan.unchanged += 1
    if step.action == .create, let id { rest.created[step.address] = id }
  }

  /// Looks at the server for a step that was begun.
  private func settle(_ step: Step, _ rest: inout Rest, _ done: inout Set<String>) async throws {
    var body = step.body
    for reference in step.pending {
      if let id = rest.created[reference.target] { body = body?.setting(.string(id), at: reference.pointer) }
    }
    switch try await Ambiguity(server: server).resolve(step, body: body, key: record.head.key) {
    case .didNot: rest.plan.steps.append(step)
    case .tookEffect(let id):
      if let left = try await credentials(of: step) {
        rest.plan.steps.append(left)
        return
      }
      finish(step, id: id, &rest, &done)
      rest.settled.append(.after(step: step.id, outcome: .done, id: id, message: "found when the run was resumed"))
      if step.secretNotes.contains(where: { $0.fate == .generated }) {
        warn(
          "\(step.address) is there; if its secret is in no secrets file, get a new one with --rotate \"\(step.address)\"",
          &rest)
      }
    case .unclear(let reason):
      rest.unclear.insert(step.id)
      warn("\(step.address) is left alone: \(reason)", &rest)
    }
  }

  /// What is left of an update that took effect and whose credentials go by a request of their own: nobody can see
  /// whether they did, and setting them once more sets the same ones.
  private func credentials(of step: Step) async throws -> Step? {
    guard step.action == .update, let kind = Kinds.named(step.address.kind), let id = step.liveID,
      kind.requests(for: step, id: id).contains(where: { !$0.writesRecord }),
      let live = try await IdentityLookup(server: server).record(kind, id: id)
    else { return nil }
    var left = step
    left.changes = []
    left.before = step.withheld.reduce(live) { $0.setting(nil, at: $1) }
    return left
  }

  private func warn(_ message: String, _ rest: inout Rest) {
    rest.plan.warnings.append(Diagnostic(code: "resume", severity: .warning, location: nil, message: message))
  }
}
