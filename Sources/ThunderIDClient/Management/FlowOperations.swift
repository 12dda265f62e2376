/// Lists and reads flows.
public struct FlowOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection) {
    collection = ResourceCollection(connection: connection, path: "/flows", noun: "flow")
  }

  /// A page of flows, without their steps (`GET /flows`).
  ///
  /// - Parameter flowType: `AUTHENTICATION`, `REGISTRATION` and so on; nil for all.
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, flowType: String? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> FlowListResponse {
    try await collection.list(query: [("flowType", flowType)], limit: limit, offset: offset, fetcher)
  }

  /// One flow (`GET /flows/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> FlowDefinition {
    try await collection.get(id, fetcher)
  }
}
