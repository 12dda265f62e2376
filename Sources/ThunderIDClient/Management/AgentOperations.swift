/// Lists, reads, creates, updates and deletes AI agents.
public struct AgentOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection) {
    collection = ResourceCollection(connection: connection, path: "/agents", noun: "agent")
  }

  /// A page of agents, 30 unless `limit` (1 to 100) says otherwise (`GET /agents?include=display`).
  ///
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> AgentListResponse {
    try await collection.list(query: [("include", "display")], limit: limit, offset: offset, fetcher)
  }

  /// One agent (`GET /agents/{id}?include=display`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> Agent {
    try await collection.get(id, query: [("include", "display")], fetcher)
  }

  /// Makes an agent and gives it as the server made it, secrets included (`POST /agents`).
  ///
  /// - Throws: ``ThunderIDError``: `.invalidInput` with the server's reasons; `.conflict`.
  public func create(
    _ request: CreateAgentRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> Agent {
    try await collection.create(request, fetcher)
  }

  /// Replaces the mutable fields of an agent, clearing those that the request leaves out (`PUT /agents/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput`, also for an empty id; `.conflict`.
  public func update(
    id: String, _ request: UpdateAgentRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> Agent {
    try await collection.update(id, request, fetcher)
  }

  /// Deletes an agent (`DELETE /agents/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func delete(id: String, fetcher: ThunderIDFetcher? = nil) async throws {
    try await collection.delete(id, fetcher)
  }
}
