import ThunderID

/// A real server, or the sandbox, through the client library.
package struct LiveServer: Server {
  private let api: ManagementAPI

  package init(api: ManagementAPI) { self.api = api }

  package var address: String { api.address }

  package func send(
    _ method: String, _ path: String, query: [(String, String)], body: JSONValue?
  ) async throws -> JSONValue? {
    try await api.send(method, path, query: query, body: body)
  }
}
