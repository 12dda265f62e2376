/// Tokens by client credentials: asked for once, kept, and renewed a minute before they expire or when the server
/// refuses one. However many callers wait, one renewal is on its way at a time.
public actor ClientCredentialsTokenSource: TokenSource {
  private struct Held {
    let token: String
    /// The time of the clock from which a new one is asked for; nil where the server named no life time.
    let renewAt: Double?
  }

  private let url: String
  private let credentials: ClientCredentials
  private let transport: any HTTPTransport
  private let retry: RetryPolicy
  private let timeout: Double?
  private let clock: @Sendable () -> Double
  private var held: Held?
  private var renewal: Task<String, any Error>?

  /// Tokens of the server at `baseUrl`, through the library's own transport.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidConfiguration` for an address that is not https (or loopback).
  public init(baseUrl: String, credentials: ClientCredentials) throws {
    try self.init(baseURL: baseUrl, credentials: credentials, transport: URLSessionTransport.shared)
  }

  package init(
    baseURL: String, credentials: ClientCredentials, transport: any HTTPTransport, timeout: Double? = 30,
    retry: RetryPolicy = RetryPolicy(), clock: @escaping @Sendable () -> Double = MonotonicClock.seconds
  ) throws {
    url = try ServerURL(baseURL).description + ClientCredentialsTokenSource.path
    self.credentials = credentials
    self.transport = transport
    self.timeout = timeout
    self.retry = retry
    self.clock = clock
  }

  private static let path = "/oauth2/token"
  /// A token is renewed this long before it expires, so that none expires on its way.
  private static let margin = 60.0

  /// The kept token, or a new one.
  ///
  /// - Throws: ``ThunderIDError``: `.authenticationFailed` with the server's OAuth error, `.networkError`,
  ///   `.requestTimeout`, `.serverError`; `CancellationError`.
  public func token() async throws -> String {
    try Task.checkCancellation()
    if let held, held.renewAt.map({ clock() < $0 }) ?? true { return held.token }
    // A task of its own: a caller that is cancelled must not take the others' renewal with it.
    let task = renewal ?? Task { try await self.renew() }
    renewal = task
    let token = try await task.value
    try Task.checkCancellation()
    return token
  }

  /// Forgets the token if it is still the kept one; callers that come late with an old one change nothing.
  public func invalidate(_ token: String) async {
    if held?.token == token { held = nil }
  }

  private func renew() async throws -> String {
    defer { renewal = nil }
    let asked = clock()
    let (request, proofs) = try await credentials.request(to: url, timeout: timeout)
    let exchange = Exchange(
      method: "POST", path: ClientCredentialsTokenSource.path, correlationId: nil, credentials: proofs)
    // Asking for a token changes nothing on the server, so it is repeated like a read.
    let response = try await retry.deliver(request, by: transport, exchange, as: .read)
    guard response.status == 200 else { throw refusal(exchange, response) }
    guard let answer = try exchange.json(of: response), let text = answer["access_token"]?.stringValue else {
      throw exchange.unreadable(response, "without an access_token")
    }
    if let type = answer["token_type"]?.stringValue, type.lowercased() != "bearer" {
      throw exchange.unreadable(response, "with a token of type \(exchange.shown(type)) instead of Bearer")
    }
    let token = try AccessToken.check(text, from: "The token that the server issued")
    let life = answer["expires_in"].flatMap { $0.intValue.map(Double.init) ?? $0.stringValue.flatMap(Double.init) }
    // A life of a minute or less would otherwise mean a renewal per request.
    let renewAt = life.map { asked + $0 - min(ClientCredentialsTokenSource.margin, $0 / 2) }
    held = Held(token: token, renewAt: renewAt)
    return token
  }

  /// Whatever 4xx it is, the client is not signed in; the OAuth code says why.
  private func refusal(_ exchange: Exchange, _ response: HTTPResponse) -> ThunderIDError {
    guard [400, 401, 403].contains(response.status) else { return exchange.failure(response) }
    return exchange.failure(response, code: .authenticationFailed, advice: hint(for: ErrorBody(response).code))
  }

  private func hint(for code: String?) -> String {
    switch code {
    case "invalid_target" where credentials.resource == nil:
      "The server wants to know what the token is for: name the resource (its System resource is "
        + "https://localhost:8090/mcp unless it was renamed)."
    case "invalid_target": "The server knows no such resource: check the resource parameter."
    case "invalid_scope": "The client may not ask for this scope: check its roles and the scope parameter."
    case "unauthorized_client": "The client may not use client credentials: check its grant types."
    default: "Check the client id and its secret or key."
    }
  }
}
