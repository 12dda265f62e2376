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
  }

  private let record: JournalRecord
  private let server: any Server

  package init(of record: JournalRecord, server: any Server) {
    self.record = record
    self.server = server
  }

  /// - Throws: `ThunderIDError`, `ListingError` where the server can't be read.
  package func plan() async throws -> Rest {
    var rest = Rest(
      plan: Plan(steps: [], unchanged: 0, server: server.address, manifestDigest: record.head.manifestDigest),
      settled: [],
      created: [:])
    var done: Set<String> = []
    for step in record.steps {
      let state = record.states[step.id]
      switch state?.outcome {
      case .done?:
        done.insert(step.id)
        if step.action == .create, let id = state?.liveID { rest.created[step.address] = id }
        rest.plan.unchanged += 1
        continue
      case nil where state != nil, .unknown?:
        var body = step.body
        for reference in step.pending {
          if let id = rest.created[reference.target] { body = body?.setting(.string(id), at: reference.pointer) }
        }
        var known = step
        known.before = state?.before ?? step.before
        switch try await Ambiguity(server: server).resolve(known, body: body, liveID: step.liveID) {
        case .tookEffect(let id):
          done.insert(step.id)
          rest.settled.append(.after(step: step.id, outcome: .done, id: id, message: "found when the run was resumed"))
          if step.action == .create, let id { rest.created[step.address] = id }
          rest.plan.unchanged += 1
          continue
        case .didNot: break
        case .unclear(let reason):
          rest.plan.warnings.append(
            Diagnostic(
              code: "resume", severity: .warning, location: nil,
              message: "\(step.address) is left alone: \(reason)"))
          continue
        }
      default: break
      }
      var step = step
      step.before = state?.before ?? step.before
      rest.plan.steps.append(step)
    }
    for index in rest.plan.steps.indices { rest.plan.steps[index].dependsOn.removeAll(where: done.contains) }
    return rest
  }
}
