import Testing
import ThunderID

@Suite("Retries: reads after what passes, writes after 429 alone")
struct RetryTests {
  private let waits = Locked<[Double]>([])

  private func api(_ transport: any HTTPTransport, limit: Int = 3) throws -> ManagementAPI {
    try ManagementAPI(
      baseURL: "https://id.example.com", transport: transport, tokens: FixedTokenSource("t"),
      retry: .instant(waits, limit: limit))
  }

  @Test("a read is repeated after 429, 502, 503 and 504 with waits that double", arguments: [429, 502, 503, 504])
  func reads(status: Int) async throws {
    let stub = StubTransport(.empty(status), .empty(status), .json(200, "{}"))
    #expect(try await api(stub).send("GET", "/users") == [:])
    #expect(stub.lines.count == 3)
    #expect(waits.withLock { $0 } == [0.25, 0.5])
  }

  @Test("the number of tries is bounded and the last answer is reported")
  func bounded() async throws {
    let stub = StubTransport(.empty(503))
    let error = await thunderError { _ = try await api(stub).send("GET", "/users") }
    #expect(error?.status == 503)
    #expect(stub.lines.count == 4)
  }

  @Test("a plain 500 is not repeated: this server answers it for good", arguments: [400, 401, 403, 404, 409, 500, 302])
  func final(status: Int) async throws {
    let stub = StubTransport(.empty(status))
    _ = await thunderError { _ = try await api(stub).send("GET", "/users") }
    #expect(stub.lines.count == 1)
  }

  @Test("a write is repeated after 429 and after nothing else", arguments: ["POST", "PUT", "DELETE", "PATCH"])
  func writes(method: String) async throws {
    let limited = StubTransport(.empty(429, [("Retry-After", "2")]), .json(201, "{}"))
    _ = try await api(limited).send(method, "/users", body: [:])
    #expect(limited.lines.count == 2)
    #expect(waits.withLock { $0 } == [2])
    for status in [500, 502, 503, 504] {
      let stub = StubTransport(.empty(status, [("Retry-After", "0")]))
      _ = await thunderError { _ = try await api(stub).send(method, "/users", body: [:]) }
      #expect(stub.lines.count == 1)
    }
    for code in [TransportError.Code.unreachable, .timeout, .connectionLost] {
      let stub = StubTransport { _, _ in throw TransportError(code: code, message: "x", mayHaveBeenSent: true) }
      _ = await thunderError { _ = try await api(stub).send(method, "/users", body: [:]) }
      #expect(stub.lines.count == 1)
    }
  }

  @Test(
    "a read is repeated after a broken connection, once after silence, and not where that can't help",
    arguments: [
      (TransportError.Code.connectionLost, 4), (.unreachable, 2), (.timeout, 2), (.tls, 1), (.badResponse, 1),
      (.tooLarge, 1), (.badRequest, 1),
    ])
  func transportFailures(code: TransportError.Code, tries: Int) async throws {
    let stub = StubTransport { _, _ in throw TransportError(code: code, message: "x", mayHaveBeenSent: false) }
    _ = await thunderError { _ = try await api(stub).send("GET", "/users") }
    #expect(stub.lines.count == tries)
  }

  @Test("Retry-After is obeyed up to a minute; past it the answer is reported with the wait")
  func retryAfter() async throws {
    let dates = [("Date", "Tue, 01 Dec 2026 10:00:00 GMT"), ("Retry-After", "Tue, 01 Dec 2026 10:00:07 GMT")]
    let stub = StubTransport(
      .empty(503, [("Retry-After", "3")]), .empty(503, dates), .empty(503, [("Retry-After", "rubbish")]),
      .json(200, "{}"))
    _ = try await api(stub).send("GET", "/users")
    #expect(waits.withLock { $0 } == [3, 7, 1])
    let long = StubTransport(.empty(429, [("Retry-After", "3600")]))
    let error = await thunderError { _ = try await api(long).send("GET", "/users") }
    #expect(long.lines.count == 1)
    #expect(error?.retryAfter == 3600)
  }

  @Test("a wait of the past is none, and waits of our own have an upper bound")
  func waitBounds() async throws {
    let past = [("Date", "Tue, 01 Dec 2026 10:00:00 GMT"), ("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")]
    _ = try await api(StubTransport(.empty(503, past), .json(200, "{}"))).send("GET", "/users")
    #expect(waits.withLock { $0 } == [0])
    _ = await thunderError { _ = try await api(StubTransport(.empty(503)), limit: 80).send("GET", "/users") }
    #expect(waits.withLock { $0.max() } == 5)
  }

  @Test("a cancelled wait ends the operation")
  func cancelledWait() async throws {
    var policy = RetryPolicy()
    policy.sleep = { _ in throw CancellationError() }
    let stub = StubTransport(.empty(503))
    let api = try ManagementAPI(
      baseURL: "https://a", transport: stub, tokens: FixedTokenSource("t"), retry: policy)
    await #expect(throws: CancellationError.self) { _ = try await api.send("GET", "/users") }
    #expect(stub.lines.count == 1)
  }
}
