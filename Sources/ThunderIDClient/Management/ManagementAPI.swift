/// The management API as requests and answers: addresses, authorization, retries and errors, but no resources.
package struct ManagementAPI: Sendable {
  private let base: ServerURL
  /// Collections that live elsewhere, by their path at the base.
  private let overrides: [String: ServerURL]
  private let transport: any HTTPTransport
  private let tokens: any TokenSource
  private let timeout: Double?
  private let retry: RetryPolicy
  private let userAgent: String

  package static let defaultUserAgent = "ThunderID-Swift/0.1.0"

  /// The API at `baseURL`.
  ///
  /// - Parameter timeout: seconds for one exchange, retries not counted.
  /// - Throws: ``ThunderIDError`` with `.invalidConfiguration` for an address that can't be used.
  package init(
    baseURL: String, transport: any HTTPTransport, tokens: any TokenSource,
    endpoints: ThunderIDEndpoints = ThunderIDEndpoints(), timeout: Double? = 30, retry: RetryPolicy = RetryPolicy(),
    userAgent: String = ManagementAPI.defaultUserAgent
  ) throws {
    base = try ServerURL(baseURL)
    overrides = try endpoints.byPath.mapValues { try ServerURL($0) }
    self.transport = transport
    self.tokens = tokens
    self.timeout = timeout
    self.retry = retry
    self.userAgent = userAgent
  }

  private init(_ other: ManagementAPI, transport: any HTTPTransport) {
    base = other.base
    overrides = other.overrides
    self.transport = transport
    tokens = other.tokens
    timeout = other.timeout
    retry = other.retry
    userAgent = other.userAgent
  }

  /// The same API through another transport.
  package func through(_ transport: any HTTPTransport) -> ManagementAPI { ManagementAPI(self, transport: transport) }

  /// The address of the server.
  package var address: String { base.description }

  /// A token that is good now.
  package func token() async throws -> String {
    // A source may be anybody's, and what it gives goes into a header.
    try AccessToken.check(await tokens.token(), from: "The access token")
  }

  /// Sends one request and gives the JSON of the answer, nil where it has no body.
  ///
  /// - Parameters:
  ///   - path: begins with `/` and is percent-encoded.
  ///   - query: names and values, not yet encoded.
  /// - Throws: ``ThunderIDError`` for every status but 2xx and for answers that are not JSON; `CancellationError`.
  package func send(
    _ method: String, _ path: String, query: [(String, String)] = [], body: JSONValue? = nil
  ) async throws -> JSONValue? {
    let (exchange, response) = try await perform(method, path, query, body)
    return try exchange.json(of: response)
  }

  /// Sends one request and gives the answer as it is, whatever its status.
  ///
  /// - Throws: ``ThunderIDError`` where there is no answer or no token; `CancellationError`.
  package func sendRaw(
    _ method: String, _ path: String, query: [(String, String)] = [], body: JSONValue? = nil
  ) async throws -> HTTPResponse {
    try await perform(method, path, query, body).1
  }

  /// Sends one request whose answer must have a JSON body, and reads a model from it.
  ///
  /// - Throws: as ``send(_:_:query:body:)``, and `.serverError` where the body is missing or is no such model.
  func model<Model: JSONModel>(
    _ method: String, _ path: String, query: [(String, String)] = [], body: JSONValue? = nil
  ) async throws -> Model {
    let (exchange, response) = try await perform(method, path, query, body)
    guard let json = try exchange.json(of: response) else {
      throw exchange.unreadable(response, "without a body")
    }
    do {
      return try Model(json: json)
    } catch let error as ThunderIDError {
      throw exchange.unreadable(response, "with JSON that is not what it should be: \(error.message)")
    }
  }

  private func perform(
    _ method: String, _ path: String, _ query: [(String, String)], _ body: JSONValue?
  ) async throws -> (Exchange, HTTPResponse) {
    try Task.checkCancellation()
    let correlationId = CorrelationID.random()
    let token = try await self.token()
    var exchange = Exchange(method: method, path: path, correlationId: correlationId, credentials: [token])
    var request = HTTPRequest(
      method: method, url: url(path, query),
      headers: HTTPHeaders([
        ("Accept", "application/json"), ("User-Agent", userAgent), ("X-Correlation-ID", correlationId),
        ("Authorization", "Bearer " + token),
      ]), timeout: timeout)
    if let body {
      request.body = body.bytes()
      request.headers["Content-Type"] = "application/json"
    }
    let response = try await retry.deliver(request, by: transport, exchange)
    guard response.status == 401 else { return (exchange, response) }
    // The server did not act, so this is safe for writes too; once, because a second refusal is not about age.
    await tokens.invalidate(token)
    let renewed = try await self.token()
    guard renewed != token else { return (exchange, response) }
    request.headers["Authorization"] = "Bearer " + renewed
    exchange.credentials.append(renewed)
    return (exchange, try await retry.deliver(request, by: transport, exchange))
  }

  private func url(_ path: String, _ query: [(String, String)]) -> String {
    let collection = "/" + (path.split(separator: "/").first ?? "")
    let place = overrides[collection].map { $0.description + path.dropFirst(collection.count) }
    return (place ?? base.description + path) + (query.isEmpty ? "" : "?" + PercentEncoding.query(query))
  }
}

/// An id for one exchange, which the server writes to its log.
enum CorrelationID {
  static func random() -> String {
    let digits = Array("0123456789abcdef".utf8)
    // Two numbers, since each is a call of the kernel's.
    var high = UInt64.random(in: .min ... .max)
    var low = UInt64.random(in: .min ... .max)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for _ in 0..<16 {
      bytes.append(digits[Int(high & 15)])
      bytes.append(digits[Int(low & 15)])
      high >>= 4
      low >>= 4
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
