import ThunderID

/// Makes the plan that undoes a run: what it created is deleted, what it replaced is put back, what it deleted is
/// created anew. A plan like any other: shown, confirmed, journalled, and itself to be undone.
package struct Rollback: Sendable {
  private let record: JournalRecord
  private let lookup: IdentityLookup
  private let server: any Server
  private let parallelism: Int

  package init(of record: JournalRecord, server: any Server, parallelism: Int = 4) {
    self.record = record
    self.server = server
    self.parallelism = parallelism
    lookup = IdentityLookup(server: server)
  }

  /// The inverse plan; what is as it was already needs no step.
  ///
  /// - Throws: `ThunderIDError`, `ListingError` where the server can't be read.
  package func plan() async throws -> Plan {
    let inverses = try await concurrently(undone(), limit: parallelism) { step in
      var warnings: [Diagnostic] = []
      let inverse = try await inverse(of: step, &warnings)
      return (step: inverse, warnings: warnings)
    }
    // The last write is undone first.
    let steps = Exchange.broken(relinked(inverses.reversed().compactMap(\.step)), unique: UniqueValues())
    return Plan(
      steps: try StepOrder.order(steps, unique: UniqueValues()), unchanged: inverses.count { $0.step == nil },
      server: server.address, manifestDigest: record.head.manifestDigest, warnings: inverses.flatMap(\.warnings))
  }

  private func inverse(of step: Step, _ warnings: inout [Diagnostic]) async throws -> Step? {
    guard let kind = Kinds.named(step.address.kind) else { return nil }
    switch step.action {
    case .create: return try await undoCreate(step, kind, &warnings)
    case .update: return try await undoUpdate(step, kind, &warnings)
    case .delete: return try await undoDelete(step, kind, &warnings)
    }
  }

  /// The steps that may have taken effect. A resource that went through a temporary value was replaced twice: what the
  /// last write made of it, and what it was before the first.
  private func undone() -> [Step] {
    var result: [Step] = []
    var places: [String: Int] = [:]
    for step in record.steps where record.mayHaveTakenEffect(step) {
      var step = step
      step.before = record.states[step.id]?.before
      if step.action == .update, let id = step.liveID {
        if let place = places[id] {
          result[place].body = step.body
          result[place].secretNotes += step.secretNotes
          continue
        }
        places[id] = result.count
      }
      result.append(step)
    }
    return result
  }

  private func undoCreate(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    var live: LiveResource?
    if let id = record.states[step.id]?.liveID {
      live = try await lookup.record(kind, id: id).map { LiveResource(id: id, record: $0) }
    } else {
      // Nobody wrote down whether it came to be: look whether it is there, and is what the run would have made.
      let found = try await lookup.find(step)
      if found.isEmpty {
        warnings += stillUnderWay(step)
      } else if found.count > 1 {
        let ids = found.map(\.id).joined(separator: ", ")
        warnings.append(
          warning(
            "the server has \(found.count) of \(step.address) (\(ids)); they are left alone: look which to delete"))
      } else if let only = found.first {
        if Diff.changes(step.body ?? .null, against: only.record, rules: kind.rules).isEmpty {
          live = only
        } else {
          warnings.append(
            warning(
              "\(step.address) is on the server but is not what the interrupted run would have made; it is left alone"))
        }
      }
    }
    guard let live else { return nil }
    var notes = ["the run created it"]
    if !Diff.changes(step.body ?? .null, against: live.record, rules: kind.rules).isEmpty {
      notes.append("somebody changed it since")
    }
    // What the manifest tags as secret and the server shows nevertheless goes into no journal.
    let withheld = step.secrets.map(\.pointer).filter { live.record[$0] != nil }
    var inverse = Step(
      id: "", address: step.address, action: .delete, liveID: live.id,
      before: withheld.reduce(live.record) { $0.setting(nil, at: $1) }, notes: notes)
    inverse.withheld = withheld
    return inverse
  }

  /// How long, in seconds, a server may be at a write whose client is gone.
  private static let longestWrite = 600.0

  /// What is to be said of a create whose answer is lost and that is not to be seen.
  private func stillUnderWay(_ step: Step) -> [Diagnostic] {
    guard record.states[step.id]?.hasLostWrite == true, (record.age ?? 0) < Rollback.longestWrite else { return [] }
    return [
      warning(
        "\(step.address) was sent and its answer lost; it is not there now, but the server may still be at it: "
          + "roll back again in a while")
    ]
  }

  private func undoUpdate(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    guard let id = step.liveID, let former = step.before else { return nil }
    guard let record = try await lookup.record(kind, id: id) else {
      warnings.append(warning("\(step.address) was deleted since the run; it can't be put back"))
      return nil
    }
    let live = step.withheld.reduce(record) { $0.setting(nil, at: $1) }
    let body = Overlay.writable(former, rules: kind.rules)
    let changes = RecordComparison.changes(body, against: Overlay.writable(live, rules: kind.rules), kind: kind)
    var notes: [String] = []
    if step.secretNotes.contains(where: { $0.fate == .rotated }) {
      notes.append("the secret that the run rotated does not come back")
    }
    notes += step.withheld.map { "\($0) is tagged as secret and stands in no journal: it stays as it is now" }
    guard !changes.isEmpty else {
      // No step says it then.
      warnings += notes.map { warning("\(step.address): \($0)") }
      return nil
    }
    if let wanted = step.body, RecordComparison.isTouched(live, since: wanted, kind: kind) {
      notes.append("somebody changed it since the run; that change is undone too")
    }
    var inverse = Step(
      id: "", address: identity(of: former, kind) ?? step.address, action: .update, liveID: id, changes: changes,
      body: body, before: live, notes: notes)
    inverse.withheld = step.withheld
    return inverse
  }

  private func undoDelete(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    guard let former = step.before else { return nil }
    if let id = step.liveID, try await lookup.record(kind, id: id) != nil { return nil }
    let address = identity(of: former, kind) ?? step.address
    let found = try await lookup.find(Step(id: "", address: address, action: .create, body: former))
    if !found.isEmpty {
      warnings.append(warning("\(address) was created anew since the run; it is left alone"))
      return nil
    }
    let body = Overlay.writable(former, rules: kind.rules)
    let secrets = SecretForecast.generated(kind: kind, body: body, declared: [], live: nil)
    var notes = ["its id will be a new one"]
    if kind.typesPath != nil { notes.append("credentials such as passwords do not come back") }
    notes += step.withheld.map { "\($0) is tagged as secret and stands in no journal: it does not come back" }
    return Step(
      id: "", address: address, action: .create, changes: Diff.changes(body, against: [:], rules: kind.rules),
      body: body, secretNotes: secrets, notes: notes)
  }

  /// Steps that refer by id to what is created anew refer to the new resource instead.
  private func relinked(_ steps: [Step]) -> [Step] {
    let made = Set(steps.filter { $0.action == .create }.map(\.address))
    var reborn: [String: Address] = [:]
    for step in record.steps where step.action == .delete {
      guard let id = step.liveID, let former = record.states[step.id]?.before, let kind = Kinds.named(step.address.kind)
      else { continue }
      let address = identity(of: former, kind) ?? step.address
      if made.contains(address) { reborn[id] = address }
    }
    guard !reborn.isEmpty else { return steps }
    return steps.map { step in
      var step = step
      for (key, value) in step.body?.objectValue ?? JSONObject() {
        guard let id = value.stringValue, let address = reborn[id] else { continue }
        let pointer = JSONPointer([key])
        step.body = step.body?.setting(nil, at: pointer)
        step.pending.append(PendingReference(pointer: pointer, target: address))
      }
      return step
    }
  }

  private func identity(of record: JSONValue, _ kind: any Kind) -> Address? {
    kind.identity(of: record).map { Address(kind: kind.name, identity: $0) }
  }

  private func warning(_ message: String) -> Diagnostic {
    Diagnostic(code: "rollback", severity: .warning, location: nil, message: message)
  }
}
