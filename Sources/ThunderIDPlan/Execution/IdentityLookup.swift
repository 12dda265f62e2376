import ThunderID

/// Finds the live resources of one identity, the cheapest way that the kind has.
package struct IdentityLookup: Sendable {
  let server: any Server

  package init(server: any Server) { self.server = server }

  /// The whole records of every live resource of the step's identity.
  ///
  /// - Throws: `ThunderIDError`; `ListingError`.
  package func find(_ step: Step) async throws -> [LiveResource] {
    guard let kind = Kinds.named(step.address.kind) else { return [] }
    let identity = step.address.identity
    if let path = kind.lookUpPath(identity: identity) {
      guard let record = try await found(path), let id = record["id"]?.stringValue else { return [] }
      return [LiveResource(id: id, record: record)]
    }
    let identifier = kind.identifier(of: step)
    let isMeant: @Sendable (JSONValue) -> Bool = {
      kind.identity(identifier, of: $0).map { ExactString($0) == ExactString(identity) } ?? false
    }
    let reader = ListingReader(server: server, parallelism: 1)
    let rows: [LiveResource]
    if let filter = kind.filter(identifier: identifier, value: identity) {
      rows = try await reader.look(up: filter, kind: kind).filter { isMeant($0.record) }
    } else {
      rows = try await reader.read(path: kind.path, rowsKey: kind.rowsKey, isPaged: kind.isPaged, keep: isMeant).rows
    }
    guard kind.listRowsArePartial else { return rows }
    var whole: [LiveResource] = []
    for row in rows {
      if let record = try await record(kind, id: row.id) { whole.append(LiveResource(id: row.id, record: record)) }
    }
    return whole
  }

  /// The record of that id; nil where there is none.
  package func record(_ kind: any Kind, id: String) async throws -> JSONValue? {
    try await found(kind.path + "/" + PercentEncoding.pathSegment(id))
  }

  private func found(_ path: String) async throws -> JSONValue? {
    do {
      return try await server.get(path)
    } catch let error as ThunderIDError where error.code == .notFound {
      return nil
    }
  }
}
