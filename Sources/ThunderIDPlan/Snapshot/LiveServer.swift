import ThunderID

/// A real server, or the sandbox, through the client library.
package struct LiveServer: Server {
  private let api: ManagementAPI

  /// How the user named it.
  package let address: String

  package init(api: ManagementAPI, address: String? = nil) {
    self.api = api
    self.address = address ?? api.address
  }

  package func send(
    _ method: String, _ path: String, query: [(String, String)], body: JSONValue?
  ) async throws -> JSONValue? {
    try await api.send(method, path, query: query, body: body)
  }
}
