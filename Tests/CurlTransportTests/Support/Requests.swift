import CurlTransport
import Testing
import ThunderID

func get(_ url: String, headers: [(String, String)] = [], timeout: Double? = nil) -> HTTPRequest {
  HTTPRequest(method: "GET", url: url, headers: HTTPHeaders(headers), timeout: timeout)
}

func post(_ url: String, _ body: String = "{}", headers: [(String, String)] = []) -> HTTPRequest {
  HTTPRequest(method: "POST", url: url, headers: HTTPHeaders(headers), body: Array(body.utf8))
}

/// A whole answer with its length.
func answer(_ body: String, status: String = "200 OK", headers: String = "") -> String {
  "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
}

/// A transport as the test wants it.
func transport(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) throws -> CurlTransport {
  var configuration = CurlTransport.Configuration()
  change(&configuration)
  return try CurlTransport(configuration)
}

/// The error with which the request fails.
func failure(of request: HTTPRequest, over transport: CurlTransport) async throws -> TransportError {
  let error = await #expect(throws: TransportError.self) { _ = try await transport.send(request) }
  return try #require(error)
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
