import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Faults", .serialized)
struct FaultTests {
  // In this process

  private func transport(_ faults: Fault...) -> SandboxTransport {
    let transport = SandboxTransport()
    transport.server.faults.set(faults)
    return transport
  }

  private let post = HTTPRequest.sandbox("POST", "/users", .user("sam"))

  private func isMade(_ transport: SandboxTransport) -> Bool {
    transport.server.send("GET", "/users").body["totalResults"] == 2
  }

  @Test("a connection that breaks says that the request may have been sent, whether it took effect or not")
  func lost() async throws {
    for (kind, isMade) in [
      (Fault.Kind.reset(.before), false), (.reset(.after), true), (.truncatedBody, true), (.staleConnection, false),
    ] {
      let transport = transport(Fault(kind, method: "POST", path: "/users"))
      let error = await #expect(throws: TransportError.self) { try await transport.send(post) }
      #expect(error?.code == .connectionLost && error?.mayHaveBeenSent == true)
      #expect(self.isMade(transport) == isMade, "\(kind)")
      // Only the first request was to fail.
      #expect(try await transport.send(.sandbox("POST", "/users", .user("tom"))).status == 201)
    }
  }

  @Test("an answer of the fault's choosing comes before or after the effect")
  func status() async throws {
    for (effect, isMade) in [(Fault.Effect.before, false), (.after, true)] {
      let transport = transport(Fault(.status(503, retryAfter: 7, effect), path: "/us*"))
      let response = try await transport.send(post)
      #expect(response.status == 503 && response.headers["retry-after"] == "7")
      #expect(self.isMade(transport) == isMade)
    }
  }

  @Test("answers that are not JSON, and JSON under another name")
  func wrongBodies() async throws {
    let transport = transport(Fault(.notJSON), Fault(.wrongContentType, nth: 2))
    let page = try await transport.send(post)
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(!isMade(transport))
    let text = try await transport.send(post)
    #expect(text.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(try JSONValue(parsing: text.body)["totalResults"] == nil)
    #expect(isMade(transport))
  }

  @Test("a wait longer than the request's patience is a timeout, and the request takes effect all the same")
  func timeout() async {
    for kind in [Fault.Kind.delay(seconds: 60), .slowHeader(seconds: 60), .slowBody(seconds: 60)] {
      let transport = transport(Fault(kind))
      var request = post
      request.timeout = 0.02
      let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
      #expect(error?.code == .timeout && error?.mayHaveBeenSent == true)
      #expect(isMade(transport))
    }
  }

  @Test("the n-th fitting request is hit, as many times as wanted")
  func counting() async throws {
    let transport = transport(
      Fault(.status(500, retryAfter: nil, .before), method: "GET", path: "/users/*", nth: 2, times: 2))
    var statuses: [Int] = []
    for path in ["/users", "/users/me", "/users/me", "/agents", "/users/me", "/users/me"] {
      statuses.append(try await transport.send(.sandbox("GET", path)).status)
    }
    #expect(statuses == [200, 200, 500, 200, 500, 200])
    #expect(transport.server.faults.met == [4])
  }

  @Test("tokens expire in the middle of a run; the fixed ones stay")
  func expiry() async throws {
    let transport = transport(Fault(.expireTokens, path: "/users", nth: 2))
    let token = try transport.server.token(for: "01900000-0000-7000-8000-000000000030")
    #expect(try await transport.send(.sandbox("GET", "/users", token: token)).status == 200)
    #expect(try await transport.send(.sandbox("GET", "/users", token: token)).status == 401)
    #expect(try await transport.send(.sandbox("GET", "/users")).status == 200)
  }

  @Test("a listing moves between its pages")
  func moving() async throws {
    let transport = transport(
      Fault(.meanwhile([.sandbox("POST", "/users", .user("late"))]), method: "GET", path: "/users"),
      Fault(.hook { $0.addUser("later") }, method: "GET", path: "/users", nth: 2))
    var totals: [JSONValue?] = []
    for _ in 0..<3 {
      totals.append(
        try JSONValue(parsing: try await transport.send(.sandbox("GET", "/users?limit=1")).body)["totalResults"])
    }
    #expect(totals == [1, 2, 3])
  }

  // Over HTTP

  private func overHTTP(_ faults: Fault..., body: (SandboxServer, RawClient, Int) throws -> Void) throws {
    let server = SandboxServer()
    server.faults.set(faults)
    let http = try SandboxHTTPServer(server: server, port: 0)
    http.start()
    defer { http.stop() }
    try body(server, try #require(RawClient(port: http.port)), http.port)
  }

  private func text(_ request: HTTPRequest) -> String {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    return "\(request.method) \(request.url) HTTP/1.1\r\nAuthorization: Bearer sandbox-admin\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func count(_ server: SandboxServer) -> JSONValue? { server.send("GET", "/users").body["totalResults"] }

  @Test("a reset is a reset on the wire, before and after the effect")
  func wireReset() throws {
    for (effect, total) in [(Fault.Effect.before, 1), (.after, 2)] {
      try overHTTP(Fault(.reset(effect))) { server, client, _ in
        client.send(text(post))
        #expect(client.isReset())
        #expect(count(server)?.intValue == total)
      }
    }
  }

  @Test("a body breaks off, and a body-less answer does not come")
  func wireTruncated() throws {
    try overHTTP(Fault(.truncatedBody)) { server, client, _ in
      client.send(text(post))
      #expect(client.readResponse() == nil)
      #expect(count(server) == 2)
    }
  }

  @Test("a kept connection turns out to be closed: at once where it was kept, else for the next request")
  func wireStale() throws {
    try overHTTP(Fault(.staleConnection, method: "POST")) { server, client, port in
      client.send(text(.sandbox("GET", "/users")))
      #expect(client.readResponse()?.status == 200)
      client.send(text(post))
      #expect(client.readResponse() == nil)
      #expect(count(server) == 1)
    }
    try overHTTP(Fault(.staleConnection, method: "POST")) { server, client, port in
      client.send(text(post))
      let response = try #require(client.readResponse())
      #expect(response.status == 201 && !response.head.lowercased().contains("connection: close"))
      #expect(client.isAtEnd())
      #expect(count(server) == 2)
    }
  }

  @Test("slow answers come whole")
  func wireSlow() throws {
    try overHTTP(Fault(.delay(seconds: 0.01)), Fault(.slowHeader(seconds: 0.02)), Fault(.slowBody(seconds: 0.02))) {
      _, client, _ in
      client.send(text(.sandbox("GET", "/users")))
      let response = try #require(client.readResponse())
      let body = try JSONValue(parsing: response.body)
      #expect(body["totalResults"] == 1)
    }
  }

  @Test("faults are set and taken away from outside, by the administrator alone")
  func endpoint() throws {
    try overHTTP { server, client, _ in
      let faults: JSONValue = [
        "faults": [
          ["kind": "status", "status": 429, "retryAfter": 3, "method": "POST", "path": "/users", "effect": "before"],
          ["kind": "delay", "seconds": 0, "times": .null],
          [
            "kind": "meanwhile", "path": "/agents",
            "requests": [["method": "POST", "path": "/users", "body": .user("x")]],
          ],
        ]
      ]
      client.send(text(.sandbox("PUT", "/__sandbox/faults", faults)))
      #expect(client.readResponse()?.status == 204)
      client.send(text(post))
      let refused = try #require(client.readResponse())
      #expect(refused.status == 429 && refused.head.contains("Retry-After: 3\r\n"))
      client.send(text(.sandbox("GET", "/agents")))
      #expect(client.readResponse()?.status == 200)
      #expect(count(server) == 2)
      client.send(text(.sandbox("GET", "/__sandbox/faults")))
      #expect(client.readResponse()?.body == "{\"met\":[1,2,1]}")
      client.send(text(.sandbox("DELETE", "/__sandbox/faults")))
      #expect(client.readResponse()?.status == 204)
      #expect(server.faults.met.isEmpty)
    }
    #expect(SandboxServer().send("PUT", "/__sandbox/faults", ["faults": []], token: nil).status == 401)
  }

  @Test(
    "a fault that is none is refused with its place",
    arguments: [
      ("{}", "faults"), ("{\"faults\":[{\"kind\":\"nope\"}]}", "faults[0]: \"kind\""),
      ("{\"faults\":[{\"kind\":\"delay\"}]}", "\"seconds\""),
      ("{\"faults\":[{\"kind\":\"reset\",\"effect\":\"never\"}]}", "\"effect\""),
      ("{\"faults\":[{\"kind\":\"reset\",\"nth\":0}]}", "\"nth\""),
      ("{\"faults\":[{\"kind\":\"status\",\"status\":200}]}", "\"status\""),
      ("{\"faults\":[{\"kind\":\"reset\",\"when\":\"before\"}]}", "\"when\""),
    ])
  func badFaults(_ body: String, _ problem: String) {
    let request = HTTPRequest(
      method: "PUT", url: "/__sandbox/faults", headers: HTTPHeaders([("Authorization", "Bearer sandbox-admin")]),
      body: Array(body.utf8))
    let response = SandboxServer().handle(request)
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains(problem))
  }
}
