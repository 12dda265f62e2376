import ThunderID

/// The management API as planning and execution see it; tests put their own in its place.
package protocol Server: Sendable {
  /// The address, for people and for binding plans and journals to it.
  var address: String { get }

  /// Sends one request and gives the JSON of the answer, nil where it has no body.
  ///
  /// - Parameters:
  ///   - path: begins with `/` and is percent-encoded.
  ///   - query: names and values, not yet encoded.
  /// - Throws: `ThunderIDError`.
  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue?
}

extension Server {
  package func get(_ path: String, query: [(String, String)] = []) async throws -> JSONValue? {
    try await send("GET", path, query: query, body: nil)
  }
}
