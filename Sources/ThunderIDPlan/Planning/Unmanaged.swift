import ThunderID

extension Snapshot {
  /// Live resources within a prune scope that nothing of the manifest means.
  ///
  /// - Parameter isClaimed: whether the manifest means the resource at that place.
  package func unmanaged(
    _ kind: any Kind, scopes: [PruneScope], isClaimed: (Int) -> Bool
  ) -> [(resource: LiveResource, scope: PruneScope)] {
    let scopes = scopes.filter { $0.kind == kind.name }
    guard !scopes.isEmpty else { return [] }
    return (resources[kind.name] ?? []).enumerated().compactMap { place, resource in
      guard !isClaimed(place) else { return nil }
      return scopes.first { contains($0, resource.record) }.map { (resource, $0) }
    }
  }

  /// Whether a record lies in the scope: in that very unit, not in units below it, and of that type.
  private func contains(_ scope: PruneScope, _ record: JSONValue) -> Bool {
    if let path = scope.ou {
      // A unit that does not exist holds nothing.
      guard let id = organizationUnits[ExactString(path)], record["ouId"]?.stringValue == id else { return false }
    }
    if let type = scope.type, record["type"]?.stringValue != type { return false }
    return true
  }
}
