/// Lists, reads, creates, updates and deletes organization units.
public struct OrganizationUnitOperations: Sendable {
  private let collection: ResourceCollection

  init(_ connection: Connection) {
    collection = ResourceCollection(connection: connection, path: "/organization-units", noun: "organization unit")
  }

  /// A page of the units at the root (`GET /organization-units`).
  ///
  /// - Throws: ``ThunderIDError``.
  public func list(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> OrganizationUnitListResponse {
    try await collection.list(limit: limit, offset: offset, fetcher)
  }

  /// One organization unit (`GET /organization-units/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func get(id: String, fetcher: ThunderIDFetcher? = nil) async throws -> OrganizationUnit {
    try await collection.get(id, fetcher)
  }

  /// Makes an organization unit and gives it as the server made it (`POST /organization-units`).
  ///
  /// - Throws: ``ThunderIDError``: `.invalidInput` with the server's reasons; `.conflict`.
  public func create(
    _ request: OrganizationUnitRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> OrganizationUnit {
    try await collection.create(request, fetcher)
  }

  /// Replaces the mutable fields of a unit; without `parent` it moves to the root (`PUT /organization-units/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput`, also for an empty id; `.conflict`.
  public func update(
    id: String, _ request: OrganizationUnitRequest, fetcher: ThunderIDFetcher? = nil
  ) async throws -> OrganizationUnit {
    try await collection.update(id, request, fetcher)
  }

  /// Deletes an organization unit (`DELETE /organization-units/{id}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func delete(id: String, fetcher: ThunderIDFetcher? = nil) async throws {
    try await collection.delete(id, fetcher)
  }

  /// The unit at a path of handles from the root: `acme/engineering` (`GET /organization-units/tree/{path}`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty path or an empty handle in it.
  public func get(handlePath: String, fetcher: ThunderIDFetcher? = nil) async throws -> OrganizationUnit {
    let api = try collection.connection.managed(fetcher)
    let handles = handlePath.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !handles.contains("") else {
      throw ThunderIDError(
        code: .invalidInput,
        message: "\"\(ServerText.clean(handlePath))\" is no path of handles; write it like acme/engineering.")
    }
    let path = handles.map(PercentEncoding.pathSegment).joined(separator: "/")
    return try await api.model("GET", collection.path + "/tree/" + path)
  }

  /// A page of the units right below one (`GET /organization-units/{id}/ous`).
  ///
  /// - Throws: ``ThunderIDError``: `.notFound`; `.invalidInput` for an empty id.
  public func children(
    id: String, limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) async throws -> OrganizationUnitListResponse {
    let path = try collection.item(id, below: "/ous", fetcher).path
    return try await collection.list(at: path, limit: limit, offset: offset, fetcher)
  }
}
