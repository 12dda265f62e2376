/// One collection of the server, as all accessors use it.
struct ResourceCollection: Sendable {
  let connection: Connection
  /// `/applications`.
  let path: String
  /// What one is called in messages: `application`.
  let noun: String

  /// The API, and the path of one resource or of something below it.
  ///
  /// - Throws: ``ThunderIDError``: `.sdkNotInitialized`; `.invalidInput` for an empty id, which would name the whole
  ///   collection.
  func item(
    _ id: String, below: String = "", _ fetcher: ThunderIDFetcher?
  ) throws -> (api: ManagementAPI, path: String) {
    let api = try connection.managed(fetcher)
    guard !id.isEmpty else {
      throw ThunderIDError(code: .invalidInput, message: "The id of the \(noun) is empty.")
    }
    return (api, path + "/" + PercentEncoding.pathSegment(id) + below)
  }

  func list<Row: ListedModel>(
    at path: String? = nil, query: [(String, String?)] = [], limit: Int?, offset: Int?, _ fetcher: ThunderIDFetcher?
  ) async throws -> ListResponse<Row> {
    let all = query + [("limit", limit.map(String.init)), ("offset", offset.map(String.init))]
    return try await connection.managed(fetcher).model(
      "GET", path ?? self.path, query: all.compactMap { name, value in value.map { (name, $0) } })
  }

  func get<Model: JSONModel>(
    _ id: String, query: [(String, String)] = [], _ fetcher: ThunderIDFetcher?
  ) async throws -> Model {
    let (api, path) = try item(id, fetcher)
    return try await api.model("GET", path, query: query)
  }

  func create<Model: JSONModel>(_ request: some JSONModel, _ fetcher: ThunderIDFetcher?) async throws -> Model {
    try await connection.managed(fetcher).model("POST", path, body: request.json)
  }

  func update<Model: JSONModel>(
    _ id: String, _ request: some JSONModel, _ fetcher: ThunderIDFetcher?
  ) async throws -> Model {
    let (api, path) = try item(id, fetcher)
    return try await api.model("PUT", path, body: request.json)
  }

  func delete(_ id: String, _ fetcher: ThunderIDFetcher?) async throws {
    let (api, path) = try item(id, fetcher)
    _ = try await api.send("DELETE", path)
  }
}
