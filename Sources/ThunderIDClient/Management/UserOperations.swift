/// Lists, reads, creates, updates and deletes users.
public struct UserOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection) {
    collection = ResourceCollection(connection: connection, path: "/users", noun: "user")
  }

  /// A page of users, 30 unless `limit` (1 to 100) says otherwise (`GET /users?include=display`).
  ///
  /// - Parameter filter: one comparison, `attribute eq "value"`.
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, filter: String? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> ManagedUserListResponse {
    try await collection.list(
      query: [("include", "display"), ("filter", filter)], limit: limit, offset: offset, fetcher)
  }

  /// One user (`GET /users/{id}?include=display`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> ManagedUser {
    try await collection.get(id, query: [("include", "display")], fetcher)
  }

  /// Makes a user and gives it as the server made it (`POST /users`); passwords never come back.
  ///
  /// - Throws: ``ThunderIDError``: `.invalidInput` with the server's reasons; `.conflict`.
  public func create(
    _ request: CreateManagedUserRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> ManagedUser {
    try await collection.create(request, fetcher)
  }

  /// Replaces the mutable fields of a user (`PUT /users/{id}`), emptying the attributes where the request has none.
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput`, also for an empty id; `.conflict`.
  public func update(
    id: String, _ request: UpdateManagedUserRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> ManagedUser {
    try await collection.update(id, request, fetcher)
  }

  /// Deletes a user (`DELETE /users/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func delete(id: String, fetcher: ThunderIDFetcher? = nil) async throws {
    try await collection.delete(id, fetcher)
  }

  /// Sets credentials such as `password` (`POST /users/{id}/update-credentials`). They never come back.
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput`, also for an empty id.
  public func updateCredentials(
    id: String, _ credentials: [String: String], fetcher: ThunderIDFetcher? = nil
  ) async throws {
    let (api, path) = try collection.item(id, below: "/update-credentials", fetcher)
    let sorted = credentials.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    _ = try await api.send("POST", path, body: ["credentials": .object(JSONObject(sorted))])
  }

  /// What refers to the user (`GET /users/{id}/usages`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func usages(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> ResourceUsages {
    let (api, path) = try collection.item(id, below: "/usages", fetcher)
    return try await api.model("GET", path)
  }

  /// The record of the user whom the access token belongs to (`GET /users/me`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound` where the token is an application's own.
  public func me(fetcher: ThunderIDFetcher? = nil) async throws -> ManagedUser {
    try await collection.connection.managed(fetcher).model("GET", collection.path + "/me")
  }
}
