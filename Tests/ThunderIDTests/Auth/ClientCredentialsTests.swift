import Testing
import ThunderID

@Suite("Client credentials")
struct ClientCredentialsTests {
  private let clock = ManualClock()

  private func source(
    _ transport: any HTTPTransport, _ credentials: ClientCredentials? = nil
  ) throws -> ClientCredentialsTokenSource {
    try ClientCredentialsTokenSource(
      baseURL: "https://id.example.com",
      credentials: credentials ?? ClientCredentials(clientId: "app", proof: .secret("s")), transport: transport,
      retry: .instant(), clock: clock.read)
  }

  /// Issues t0, t1, … that live so many seconds.
  private func issuer(_ life: Int = 3600) -> StubTransport {
    StubTransport { _, index in
      .json(200, #"{"access_token":"t\#(index)","token_type":"Bearer","expires_in":\#(life),"scope":"system"}"#)
    }
  }

  @Test("the request carries the client by HTTP Basic, form-encoded first, with grant, scope and resource")
  func request() async throws {
    let stub = issuer()
    let credentials = ClientCredentials(
      clientId: "my app", proof: .secret("p:ä+ß/ "), scope: "system x", resource: "https://localhost:8090/mcp")
    _ = try await source(stub, credentials).token()
    let request = try #require(stub.requests.first)
    #expect(stub.lines == ["POST https://id.example.com/oauth2/token"])
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    // my+app:p%3A%C3%A4%2B%C3%9F%2F+
    #expect(request.headers["Authorization"] == "Basic bXkrYXBwOnAlM0ElQzMlQTQlMkIlQzMlOUYlMkYr")
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == "grant_type=client_credentials&scope=system+x&resource=https%3A%2F%2Flocalhost%3A8090%2Fmcp")
  }

  @Test("an answer that echoes what proves the client is shown without it")
  func echoed() async throws {
    let stub = StubTransport { request, _ in
      let sent = (request.headers["Authorization"] ?? "") + String(decoding: request.body ?? [], as: UTF8.self)
      return .json(400, #"{"error":"invalid_client","error_description":"\#(sent)"}"#)
    }
    let proofs: [(ClientCredentials.Proof, String)] = [
      (.secret("p:ä+ß/ "), "YXBwOn"), (.assertion { "header.payload.sig" }, "header.payload.sig"),
    ]
    for (proof, sent) in proofs {
      let source = try source(stub, ClientCredentials(clientId: "app", proof: proof))
      let text = try #require(await thunderError { _ = try await source.token() }).description
      #expect(!text.contains(sent) && text.contains("(hidden)"), "\(text)")
    }
  }

  @Test("Base64 pads one, two and no bytes", arguments: [("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("", "")])
  func padding(secret: String, encoded: String) async throws {
    let stub = issuer()
    _ = try await source(stub, ClientCredentials(clientId: "id", proof: .secret(secret))).token()
    // "id:" is three bytes, so what follows stands on its own.
    #expect(stub.requests.first?.headers["Authorization"] == "Basic aWQ6" + encoded)
  }

  @Test("a client that signs sends its assertion and no secret")
  func assertion() async throws {
    let stub = issuer()
    _ = try await source(stub, ClientCredentials(clientId: "app", proof: .assertion { "h.p.s" }, scope: nil)).token()
    let request = try #require(stub.requests.first)
    #expect(request.headers["Authorization"] == nil)
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == "grant_type=client_credentials&client_id=app&client_assertion_type="
        + "urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=h.p.s")
  }

  @Test("a token is kept until a minute before it expires")
  func keeping() async throws {
    let stub = issuer()
    let source = try source(stub)
    #expect(try await source.token() == "t0")
    clock.advance(by: 3539)
    #expect(try await source.token() == "t0")
    clock.advance(by: 1)
    #expect(try await source.token() == "t1")
    #expect(stub.lines.count == 2)
  }

  @Test("a token of a short life is kept for half of it, and one without a life for ever")
  func shortLife() async throws {
    let short = try source(issuer(20))
    #expect(try await short.token() == "t0")
    clock.advance(by: 9)
    #expect(try await short.token() == "t0")
    clock.advance(by: 1)
    #expect(try await short.token() == "t1")
    let eternal = try source(StubTransport(.json(200, #"{"access_token":"t"}"#), .empty(500)))
    _ = try await eternal.token()
    clock.advance(by: 1e9)
    #expect(try await eternal.token() == "t")
  }

  @Test("200 callers at once make one request, and 200 refusals of its token one more")
  func oneRenewal() async throws {
    let gate = Gate()
    let stub = StubTransport { _, index in
      await gate.wait()
      return .json(200, #"{"access_token":"t\#(index)","expires_in":3600}"#)
    }
    let source = try source(stub)
    let first = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<200 { group.addTask { try? await source.token() } }
      await gate.open()
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(first == ["t0"])
    #expect(stub.lines.count == 1)
    let second = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await source.invalidate("t0")
          return try? await source.token()
        }
      }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(second == ["t1"])
    // Somebody who was slow still complains of the first token.
    await source.invalidate("t0")
    #expect(try await source.token() == "t1")
    #expect(stub.lines.count == 2)
  }

  @Test("a caller that is cancelled takes nobody else's renewal with it")
  func cancelledWaiter() async throws {
    let gate = Gate()
    let arrived = Gate()
    let stub = StubTransport { _, _ in
      await arrived.open()
      await gate.wait()
      try Task.checkCancellation()
      return .json(200, #"{"access_token":"t","expires_in":3600}"#)
    }
    let source = try source(stub)
    let first = Task { try await source.token() }
    await arrived.wait()
    let second = Task { try await source.token() }
    first.cancel()
    await gate.open()
    #expect(try await second.value == "t")
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(stub.lines.count == 1)
  }

  @Test("a failed renewal fails its waiters, and the next caller tries anew")
  func failureIsNotKept() async throws {
    let source = try source(
      StubTransport(.json(401, #"{"error":"invalid_client"}"#), .json(200, #"{"access_token":"t"}"#)))
    #expect(await thunderError { _ = try await source.token() }?.code == .authenticationFailed)
    #expect(try await source.token() == "t")
  }

  @Test(
    "what the server refuses is explained",
    arguments: [
      (400, "invalid_target", "name the resource"), (401, "invalid_client", "Check the client id"),
      (400, "invalid_scope", "may not ask for this scope"), (400, "unauthorized_client", "check its grant types"),
      (403, "access_denied", "Check the client id"),
    ])
  func refusals(status: Int, code: String, hint: String) async throws {
    let body = #"{"error":"\#(code)","error_description":"No."}"#
    let source = try source(StubTransport(.json(status, body)))
    let error = try #require(await thunderError { _ = try await source.token() })
    #expect(error.code == .authenticationFailed && error.serverCode == code && error.status == status)
    #expect(error.message.hasPrefix("POST /oauth2/token: the server answered \(status) \(code) No."))
    #expect(error.message.contains(hint), "\(error.message)")
  }

  @Test("a resource that was given and is unknown gets another hint than none")
  func unknownResource() async throws {
    let credentials = ClientCredentials(clientId: "a", proof: .secret("s"), resource: "https://x")
    let source = try source(StubTransport(.json(400, #"{"error":"invalid_target"}"#)), credentials)
    let error = await thunderError { _ = try await source.token() }
    #expect(error?.message.contains("knows no such resource") == true)
  }

  @Test(
    "an answer that is no token is the server's fault",
    arguments: [
      #"{"token_type":"Bearer"}"#, #"{"access_token":5}"#, "[]", "<html>", "",
      #"{"access_token":"t","token_type":"DPoP"}"#,
    ])
  func noToken(body: String) async throws {
    let source = try source(StubTransport(.json(200, body)))
    #expect(await thunderError { _ = try await source.token() }?.code == .serverError)
  }

  @Test("a token that could break out of its header is refused")
  func badToken() async throws {
    let source = try source(StubTransport(.json(200, #"{"access_token":"t\r\nX-Evil: 1"}"#)))
    let error = try #require(await thunderError { _ = try await source.token() })
    #expect(error.code == .authenticationFailed && !error.message.contains("Evil"))
  }

  @Test("asking for a token is repeated after 503, 429 and a broken connection")
  func retries() async throws {
    let stub = StubTransport { _, index in
      switch index {
      case 0: throw TransportError(code: .connectionLost, message: "x", mayHaveBeenSent: true)
      case 1: return .empty(503)
      case 2: return .empty(429)
      default: return .json(200, #"{"access_token":"t"}"#)
      }
    }
    #expect(try await source(stub).token() == "t")
  }

  @Test("401 renews the token once and sends the request once more, writes too")
  func renewOn401() async throws {
    let issuer = issuer()
    let stub = StubTransport { request, _ in
      request.headers["Authorization"] == "Bearer t1" ? .json(201, "{}") : .empty(401)
    }
    let api = try ManagementAPI(
      baseURL: "https://id.example.com", transport: stub, tokens: try source(issuer), retry: .none)
    #expect(try await api.send("POST", "/users", body: ["a": 1]) == [:])
    #expect(stub.requests.map { $0.headers["Authorization"] } == ["Bearer t0", "Bearer t1"])
    #expect(stub.requests.map(\.body) == [Array(#"{"a":1}"#.utf8), Array(#"{"a":1}"#.utf8)])
    _ = try await api.send("GET", "/users")
    #expect(issuer.lines.count == 2)
  }

  @Test("a second 401 is reported, not renewed again; a fixed token is not tried twice")
  func secondRefusal() async throws {
    let issuer = issuer()
    let stub = StubTransport(.empty(401))
    let api = try ManagementAPI(
      baseURL: "https://id.example.com", transport: stub, tokens: try source(issuer), retry: .none)
    #expect(await thunderError { _ = try await api.send("GET", "/users") }?.code == .authenticationFailed)
    #expect(stub.lines.count == 2 && issuer.lines.count == 2)
    let fixed = StubTransport(.empty(401))
    let other = try ManagementAPI(
      baseURL: "https://id.example.com", transport: fixed, tokens: FixedTokenSource("t"), retry: .none)
    #expect(await thunderError { _ = try await other.send("GET", "/users") }?.code == .authenticationFailed)
    #expect(fixed.lines.count == 1)
  }
}
