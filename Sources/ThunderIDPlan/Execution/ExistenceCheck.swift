import ThunderID

/// Tells which creates of an older plan are of something that is there by now.
package struct ExistenceCheck: Sendable {
  private let server: any Server
  private let parallelism: Int

  package init(server: any Server, parallelism: Int) {
    self.server = server
    self.parallelism = parallelism
  }

  /// The ids of the steps whose identity the server has.
  ///
  /// - Throws: `ThunderIDError`, `ListingError`: then nothing is known and nothing may be created.
  package func existing(_ creates: [Step]) async throws -> Set<String> {
    // One read for all of them: a manifest of just their identities.
    let resources = creates.map { step -> DesiredResource in
      let place = step.location ?? SourceLocation(file: "", line: 0, column: 0)
      let identifier = Kinds.named(step.address.kind)?.identifier(of: step) ?? ""
      var resource = DesiredResource(
        address: step.address, location: place, identifiedBy: identifier, fields: LocatedValue(.object([]), at: place))
      resource.lifecycle.state = .absent
      return resource
    }
    let snapshot = try await SnapshotReader(server: server, parallelism: parallelism).read(
      for: Manifest(resources: resources))
    var existing: Set<String> = []
    for kind in Kinds.all {
      let wanted = zip(creates, resources).filter { $0.0.address.kind == kind.name }
      let index = LiveIndex(
        kind: kind, resources: snapshot.resources[kind.name] ?? [], identifiers: Set(wanted.map(\.1.identifiedBy)),
        hasIDs: false)
      for (step, resource) in wanted
      where !index.places(resource.identifiedBy, step.address.identity).isEmpty {
        existing.insert(step.id)
      }
    }
    return existing
  }
}
