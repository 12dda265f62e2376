/// Lists and reads user types or agent types.
public struct EntityTypeOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection, path: String, noun: String) {
    collection = ResourceCollection(connection: connection, path: path, noun: noun)
  }

  /// A page of types, without their schemas (`GET /user-types` or `/agent-types`).
  ///
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> ListResponse<EntityType> {
    try await collection.list(limit: limit, offset: offset, fetcher)
  }

  /// One type with its schema (`GET /user-types/{id}` or `/agent-types/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> EntityType {
    try await collection.get(id, fetcher)
  }
}
