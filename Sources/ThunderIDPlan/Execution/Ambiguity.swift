import ThunderID

/// Finds out what an unclear answer meant, by reading: the write took effect, it did not, or nobody can say. A second
/// POST is never sent blindly, since the server does not enforce uniqueness under concurrency (server-facts).
package struct Ambiguity: Sendable {
  package enum Verdict: Sendable {
    /// It took effect; the id of the resource.
    case tookEffect(id: String?)
    /// It did not, so that it may be sent again.
    case didNot
    /// What is there is neither the old nor the new.
    case unclear(String)
  }

  let lookup: IdentityLookup

  package init(server: any Server) { lookup = IdentityLookup(server: server) }

  /// The verdict over the step's main write.
  ///
  /// - Parameters:
  ///   - body: what was sent, without its secrets.
  ///   - key: the key of the step's fingerprint, where it has one.
  /// - Throws: `ThunderIDError`, `ListingError`: then nobody can say either.
  package func resolve(_ step: Step, body: JSONValue?, key: [UInt8] = []) async throws -> Verdict {
    guard let kind = Kinds.named(step.address.kind) else { return .unclear("its kind is not known") }
    switch step.action {
    case .create: return try await create(step, kind, body ?? .null)
    case .update:
      guard let id = step.liveID, let live = try await lookup.record(kind, id: id) else {
        return .unclear("it is gone")
      }
      // What nobody can see, such as a secret, may be all that changes: as it was means send it again, which does no
      // harm to a full replace.
      if case .fresh = Staleness(of: step, live: live, key: key) { return .didNot }
      if RecordComparison.isOutcome(live, of: body ?? .null, replacing: step.before, kind: kind) {
        return .tookEffect(id: id)
      }
      return .unclear("it is neither as it was nor as it should be")
    case .delete:
      guard let id = step.liveID, try await lookup.record(kind, id: id) != nil else {
        return .tookEffect(id: step.liveID)
      }
      return .didNot
    }
  }

  private func create(_ step: Step, _ kind: any Kind, _ body: JSONValue) async throws -> Verdict {
    let found = try await lookup.find(step)
    guard let only = found.first else { return .didNot }
    guard found.count == 1 else {
      return .unclear("the server has \(found.count) of it now: \(found.map(\.id).joined(separator: ", "))")
    }
    let differences = Diff.changes(body, against: only.record, rules: kind.rules)
    if differences.isEmpty { return .tookEffect(id: only.id) }
    return .unclear(
      "one of that identity is there and differs: \(differences.map(\.path.description).joined(separator: ", "))")
  }
}
