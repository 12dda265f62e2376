import Testing
import ThunderID

@Suite("Errors: what the server says reaches the caller")
struct ErrorTests {
  private func api(_ transport: any HTTPTransport, tokens: any TokenSource = FixedTokenSource("secret-token")) throws
    -> ManagementAPI
  {
    try ManagementAPI(
      baseURL: "https://id.example.com", transport: transport, tokens: tokens, retry: .instant(limit: 0))
  }

  private func error(
    _ response: HTTPResponse, _ method: String = "POST", _ path: String = "/applications"
  ) async throws -> ThunderIDError {
    let api = try api(StubTransport(response))
    return try #require(await thunderError { _ = try await api.send(method, path, query: [("filter", "hidden")]) })
  }

  @Test("the server's own shape: code, short and long text")
  func ownShape() async throws {
    let body = #"""
      {"code":"APP-1018","message":{"key":"k","defaultValue":"Invalid request format"},
      "description":{"key":"k2","defaultValue":"The request body is malformed or contains invalid data"}}
      """#
    let error = try await error(.json(400, body, [("X-Correlation-ID", "abc-123")]))
    #expect(error.code == .invalidInput && error.code.rawValue == "INVALID_INPUT")
    #expect(error.status == 400 && error.serverCode == "APP-1018" && error.request == "POST /applications")
    #expect(error.serverMessage == "Invalid request format")
    #expect(error.serverDescription == "The request body is malformed or contains invalid data")
    #expect(
      error.description == "POST /applications: the server answered 400 APP-1018 Invalid request format: The request "
        + "body is malformed or contains invalid data. (correlation id abc-123)")
    #expect(!error.mayHaveTakenEffect)
  }

  @Test("the validation shape: each field's error")
  func validationShape() async throws {
    let body = #"""
      {"code":"INVALID_INPUT_METADATA","description":"One or more fields failed.","errors":{"type":"is missing",
      "name":"is too long"},"message":"Validation Failed"}
      """#
    let error = try await error(.json(400, body))
    #expect(error.fieldErrors == ["type": "is missing", "name": "is too long"])
    #expect(error.serverCode == "INVALID_INPUT_METADATA" && error.serverMessage == "Validation Failed")
    #expect(error.message.hasSuffix("One or more fields failed. (name: is too long; type: is missing)."))
  }

  @Test("an answer that echoes the token is shown without it, wherever it stands")
  func echoed() async throws {
    for response in [
      HTTPResponse.json(
        401, #"{"code":"secret-token","message":"Bearer secret-token?","description":"xsecret-tokenx"}"#),
      .json(400, #"{"code":"a","errors":{"secret-token":"is secret-token"}}"#),
      .json(500, #"{"error":"e","error_description":"secret-token"}"#, [("X-Correlation-ID", "secret-token")]),
      .text(502, "text/plain", "GET / Authorization: Bearer secret-token"), .text(200, "secret-token/x", "no JSON"),
    ] {
      let error = try await error(response)
      let texts =
        [error.description, error.message, error.serverCode, error.serverMessage, error.serverDescription]
        .compactMap { $0 } + error.fieldErrors.flatMap { [$0, $1] } + [error.correlationId ?? ""]
      #expect(!texts.contains { $0.contains("secret-token") } && texts.contains { $0.contains("(hidden)") }, "\(texts)")
    }
  }

  @Test("the OAuth shape and a body with nothing in it")
  func otherShapes() async throws {
    let oauth = try await error(.json(400, #"{"error":"invalid_target","error_description":"No resource"}"#))
    #expect(oauth.serverCode == "invalid_target" && oauth.serverDescription == "No resource")
    for body in ["{}", "[]", "null", "", #"{"code":5,"message":[],"errors":"x"}"#] {
      let error = try await error(.json(404, body))
      #expect(error.code == .notFound && error.serverCode == nil && error.serverMessage == nil)
      #expect(error.message == "POST /applications: the server answered 404.")
    }
  }

  @Test("plain text of unknown paths is shown, pages of HTML are not")
  func plainText() async throws {
    let plain = try await error(.text(404, "text/plain; charset=utf-8", "404 page not found\n"), "GET")
    #expect(plain.serverMessage == "404 page not found")
    #expect(plain.message == "GET /applications: the server answered 404 404 page not found.")
    let page = try await error(.text(502, "text/html", "<html><body>Bad Gateway</body></html>"), "GET")
    #expect(page.message == "GET /applications: the server answered 502.")
    #expect(page.code == .serverError)
  }

  @Test("text of the server can't act on a terminal and is cut")
  func cleaning() async throws {
    let text = "a\u{1B}[2Jb\r\nc\u{202E}d" + String(repeating: "x", count: 5000)
    let error = try await error(.text(404, "text/plain", text))
    let message = try #require(error.serverMessage)
    #expect(message.hasPrefix("a [2Jb cdxxx"))
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    #expect(message.count <= 410)
  }

  @Test(
    "each status has its code",
    arguments: [
      (400, ThunderIDErrorCode.invalidInput), (401, .authenticationFailed), (403, .forbidden), (404, .notFound),
      (405, .invalidInput), (408, .requestTimeout), (409, .conflict), (413, .invalidInput), (418, .unknownError),
      (429, .unknownError), (500, .serverError), (503, .serverError), (302, .unknownError),
    ])
  func statuses(status: Int, code: ThunderIDErrorCode) async throws {
    let error = try await error(.empty(status))
    #expect(error.code == code && error.status == status)
    #expect(error.mayHaveTakenEffect == (status >= 500))
    #expect(try await !self.error(.empty(status), "GET").mayHaveTakenEffect)
  }

  @Test("raw values are the ones that all SDKs share")
  func rawValues() {
    let values = ThunderIDErrorCode.allCases.map(\.rawValue)
    for value in [
      "SDK_NOT_INITIALIZED", "ALREADY_INITIALIZED", "INVALID_CONFIGURATION", "AUTHENTICATION_FAILED", "FORBIDDEN",
      "NOT_FOUND", "INVALID_INPUT", "CONFLICT", "NETWORK_ERROR", "REQUEST_TIMEOUT", "SERVER_ERROR", "UNKNOWN_ERROR",
    ] { #expect(values.contains(value)) }
    #expect(Set(values).count == values.count)
  }

  @Test("401 and 403 say what to do, and a redirect where it leads without following it")
  func advice() async throws {
    #expect(try await error(.empty(401)).message.contains("sign in again"))
    #expect(try await error(.empty(403)).message.contains("lacks permission"))
    let redirect = try await error(.empty(302, [("Location", "https://evil.example.org/a?token=x")]))
    #expect(redirect.message.contains("(this one leads to https://evil.example.org)"))
    #expect(!redirect.message.contains("token=x"))
  }

  @Test("an answer of success that is no JSON is the server's fault, and a write may have taken effect")
  func notJSON() async throws {
    let page = try await error(.text(200, "text/html", "<html>"), "POST")
    #expect(page.code == .serverError && page.mayHaveTakenEffect)
    #expect(page.message == "POST /applications: the server answered 200 with text/html instead of JSON.")
    let cut = try await error(.json(201, #"{"id":"1""#), "POST")
    #expect(cut.code == .serverError && cut.mayHaveTakenEffect)
    #expect(cut.message.contains("with JSON that can't be read: expected ',' or '}' at byte 9"))
    #expect(try await !error(.text(200, "text/html", "<html>"), "GET").mayHaveTakenEffect)
    let nothing = try await api(StubTransport(.empty(204))).send("DELETE", "/users/1")
    #expect(nothing == nil)
  }

  @Test("JSON that is not the record it should be is the server's fault too")
  func wrongRecord() async throws {
    let client = ThunderIDClient()
    let transport = StubTransport(.json(200, #"{"nome":"x"}"#), .empty(200), .json(200, #"{"totalResults":1}"#))
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://a", tokenSource: FixedTokenSource("t"), http: ThunderIDHttpConfig(transport: transport)))
    let wrong = await thunderError { _ = try await client.applications.create(ApplicationRequest(name: "n")) }
    #expect(wrong?.code == .serverError && wrong?.mayHaveTakenEffect == true)
    #expect(wrong?.message.contains("no text in its field \"id\"") == true)
    let empty = await thunderError { _ = try await client.applications.get(id: "1") }
    #expect(empty?.code == .serverError && empty?.message.contains("without a body") == true)
    let list = await thunderError { _ = try await client.users.list() }
    #expect(list?.message.contains("no array in its field \"users\"") == true)
  }

  @Test(
    "failures of the transport keep their kind and whether the request may have arrived",
    arguments: [
      (TransportError.Code.unreachable, false, ThunderIDErrorCode.networkError), (.tls, false, .networkError),
      (.timeout, true, .requestTimeout), (.connectionLost, true, .networkError), (.badResponse, true, .networkError),
      (.tooLarge, true, .networkError), (.badRequest, false, .invalidInput),
    ])
  func transport(code: TransportError.Code, sent: Bool, expected: ThunderIDErrorCode) async throws {
    let stub = StubTransport { _, _ in throw TransportError(code: code, message: "it broke", mayHaveBeenSent: sent) }
    let api = try api(stub)
    for method in ["POST", "PUT", "DELETE", "GET"] {
      let error = try #require(await thunderError { _ = try await api.send(method, "/users/1") })
      #expect(error.code == expected && error.message == "\(method) /users/1: it broke.")
      #expect(error.mayHaveTakenEffect == (sent && method != "GET"))
      #expect(error.underlyingError is TransportError)
      #expect((error.correlationId != nil) == sent)
    }
  }

  @Test("neither token nor body nor query nor a fetcher's own words stand in an error")
  func secrets() async throws {
    struct Leak: Error { let text = "Bearer secret-token password" }
    let api = try api(StubTransport { _, _ in throw Leak() })
    let error = try #require(
      await thunderError {
        _ = try await api.send("POST", "/users", query: [("filter", "hidden")], body: ["password": "password"])
      })
    let text = "\(error.description) \(error.request ?? "")"
    for secret in ["secret-token", "password", "hidden"] { #expect(!text.contains(secret)) }
    #expect(error.code == .networkError && error.mayHaveTakenEffect)
    #expect(text.contains("the transport failed with Leak"))
  }

  @Test("cancellation stays a CancellationError, and a ThunderIDError of a fetcher stays itself")
  func passThrough() async throws {
    let cancelled = try api(StubTransport { _, _ in throw CancellationError() })
    await #expect(throws: CancellationError.self) { _ = try await cancelled.send("GET", "/users") }
    let own = try api(StubTransport { _, _ in throw ThunderIDError(code: .sessionExpired, message: "over") })
    #expect(await thunderError { _ = try await own.send("GET", "/users") }?.code == .sessionExpired)
  }

  @Test("sendRaw gives any status as it is")
  func raw() async throws {
    let response = try await api(StubTransport(.json(418, "{}"))).sendRaw("GET", "/users")
    #expect(response.status == 418 && response.body == Array("{}".utf8))
  }
}
