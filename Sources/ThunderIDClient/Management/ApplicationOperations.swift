/// Lists, reads, creates, updates and deletes applications.
public struct ApplicationOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection) {
    collection = ResourceCollection(connection: connection, path: "/applications", noun: "application")
  }

  /// Applications; server 1.0.0 ignores `limit` and `offset` and always gives all of them (`GET /applications`).
  ///
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> ApplicationListResponse {
    try await collection.list(limit: limit, offset: offset, fetcher)
  }

  /// One application (`GET /applications/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> Application {
    try await collection.get(id, fetcher)
  }

  /// Makes an application and gives it as the server made it, secrets included (`POST /applications`).
  ///
  /// - Throws: ``ThunderIDError``: `.invalidInput` with the server's reasons; `.conflict`.
  public func create(
    _ request: ApplicationRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> Application {
    try await collection.create(request, fetcher)
  }

  /// Replaces the mutable fields of an application, clearing those that the request lacks (`PUT /applications/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput`, also for an empty id; `.conflict`.
  public func update(
    id: String, _ request: ApplicationRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> Application {
    try await collection.update(id, request, fetcher)
  }

  /// Deletes an application (`DELETE /applications/{id}`).
  ///
  /// Server 1.0.0 answers the same where there is no such application.
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func delete(id: String, fetcher: ThunderIDFetcher? = nil) async throws {
    try await collection.delete(id, fetcher)
  }
}
