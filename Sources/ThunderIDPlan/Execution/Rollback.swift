import ThunderID

/// Makes the plan that undoes a run: what it created is deleted, what it replaced is put back, what it deleted is
/// created anew. A plan like any other: shown, confirmed, journalled, and itself to be undone.
package struct Rollback: Sendable {
  private let record: JournalRecord
  private let lookup: IdentityLookup
  private let server: any Server

  package init(of record: JournalRecord, server: any Server) {
    self.record = record
    self.server = server
    lookup = IdentityLookup(server: server)
  }

  /// The inverse plan; what is as it was already needs no step.
  ///
  /// - Throws: `ThunderIDError`, `ListingError` where the server can't be read.
  package func plan() async throws -> Plan {
    var steps: [Step] = []
    var unchanged = 0
    var warnings: [Diagnostic] = []
    var putBack: Set<String> = []
    for step in record.steps where record.mayHaveTakenEffect(step) {
      guard let kind = Kinds.named(step.address.kind) else { continue }
      // A resource that went through a temporary value was replaced twice: what it was at first counts.
      if step.action == .update, let id = step.liveID, !putBack.insert(id).inserted { continue }
      let inverse =
        switch step.action {
        case .create: try await undoCreate(step, kind, &warnings)
        case .update: try await undoUpdate(step, kind, &warnings)
        case .delete: try await undoDelete(step, kind, &warnings)
        }
      // The last write is undone first.
      if let inverse { steps.insert(inverse, at: 0) } else { unchanged += 1 }
    }
    steps = Exchange.broken(relinked(steps), unique: UniqueValues())
    return Plan(
      steps: try StepOrder.order(steps, unique: UniqueValues()), unchanged: unchanged, server: server.address,
      manifestDigest: record.head.manifestDigest, warnings: warnings)
  }

  private func undoCreate(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    let state = record.states[step.id]
    var live: LiveResource?
    if let id = state?.liveID {
      live = try await lookup.record(kind, id: id).map { LiveResource(id: id, record: $0) }
    } else {
      // Nobody wrote down whether it came to be: look whether it is there, and is what the run would have made.
      let found = try await lookup.find(step)
      if found.count == 1, Diff.changes(step.body ?? .null, against: found[0].record, rules: kind.rules).isEmpty {
        live = found[0]
      } else if !found.isEmpty {
        warnings.append(
          warning(
            "\(step.address) is on the server but is not what the interrupted run would have made; it is left alone"))
      }
    }
    guard let live else { return nil }
    return Step(
      id: "", address: step.address, action: .delete, liveID: live.id, before: live.record,
      notes: ["the run created it"])
  }

  private func undoUpdate(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    guard let id = step.liveID, let former = record.states[step.id]?.before else { return nil }
    guard let live = try await lookup.record(kind, id: id) else {
      warnings.append(warning("\(step.address) was deleted since the run; it can't be put back"))
      return nil
    }
    var body = Overlay.writable(former, rules: kind.rules)
    let present = Overlay.writable(live, rules: kind.rules)
    for pointer in step.withheld { body = body.setting(present[pointer], at: pointer) }
    let changes = fullChanges(from: present, to: body, kind)
    guard !changes.isEmpty else { return nil }
    var notes: [String] = []
    if let wanted = step.body, !Diff.changes(wanted, against: live, rules: kind.rules).isEmpty {
      notes.append("somebody changed it since the run; that change is undone too")
    }
    if step.secretNotes.contains(where: { $0.fate == .rotated }) {
      notes.append("the secret that the run rotated does not come back")
    }
    return Step(
      id: "", address: identity(of: former, kind) ?? step.address, action: .update, liveID: id, changes: changes,
      body: body, before: live, notes: notes)
  }

  private func undoDelete(_ step: Step, _ kind: any Kind, _ warnings: inout [Diagnostic]) async throws -> Step? {
    guard let former = record.states[step.id]?.before else { return nil }
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
    return Step(
      id: "", address: address, action: .create, changes: Diff.changes(body, against: [:], rules: kind.rules),
      body: body, secretNotes: secrets, notes: notes)
  }

  /// Every difference of two whole records, fields that only the present one has among them.
  private func fullChanges(from present: JSONValue, to former: JSONValue, _ kind: any Kind) -> [FieldChange] {
    let wanted = everyKey(former, present)
    return Diff.changes(wanted, against: present, rules: kind.rules)
  }

  /// The former record with a null for each field that it lacks and the present one has.
  private func everyKey(_ former: JSONValue, _ present: JSONValue) -> JSONValue {
    guard var members = former.objectValue, let current = present.objectValue else { return former }
    for (key, value) in current {
      members[key] = members[key].map { everyKey($0, value) } ?? .null
    }
    return .object(members)
  }

  /// Steps that refer by id to what is created anew refer to the new resource instead.
  private func relinked(_ steps: [Step]) -> [Step] {
    var reborn: [String: Address] = [:]
    for step in record.steps where step.action == .delete {
      guard let id = step.liveID, let former = record.states[step.id]?.before, let kind = Kinds.named(step.address.kind)
      else { continue }
      let address = identity(of: former, kind) ?? step.address
      if steps.contains(where: { $0.action == .create && $0.address == address }) { reborn[id] = address }
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
