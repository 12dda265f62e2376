import Testing
import ThunderID
import ThunderIDSandbox

@Suite("HTTP server", .serialized)
struct HTTPServerTests {
  private func withServer(_ body: (SandboxServer, RawClient) throws -> Void) throws {
    let server = SandboxServer()
    let http = try SandboxHTTPServer(server: server, port: 0)
    http.start()
    defer { http.stop() }
    let client = try #require(RawClient(port: http.port))
    try body(server, client)
  }

  private let get = "GET /users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sandbox-admin\r\n\r\n"

  @Test("several requests travel over one connection, also at once")
  func keepAlive() throws {
    try withServer { _, client in
      for _ in 0..<3 {
        client.send(get)
        #expect(client.readResponse()?.status == 200)
      }
      client.send(get + get)
      #expect(client.readResponse()?.status == 200)
      #expect(client.readResponse()?.status == 200)
    }
  }

  @Test("bodies come with a length or in chunks, and in pieces")
  func bodies() throws {
    try withServer { server, client in
      let body = JSONValue.user("sam").text()
      let head = "POST /users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sandbox-admin\r\n"
      client.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(10))
      client.send(String(body.dropFirst(10)))
      #expect(client.readResponse()?.status == 201)
      let other = JSONValue.user("tom").text()
      let (start, end) = (String(other.prefix(20)), String(other.dropFirst(20)))
      client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
      client.send("\(String(start.utf8.count, radix: 16));x=y\r\n\(start)\r\n")
      client.send("\(String(end.utf8.count, radix: 16))\r\n\(end)\r\n0\r\nTrailer: t\r\n\r\n")
      #expect(client.readResponse()?.status == 201)
      #expect(server.send("GET", "/users").body["totalResults"] == 3)
    }
  }

  @Test("HEAD has the length and no body; OPTIONS has neither; the correlation id comes back")
  func headAndOptions() throws {
    try withServer { _, client in
      client.send("HEAD /users HTTP/1.1\r\nAuthorization: Bearer sandbox-admin\r\nX-Correlation-ID: c-1\r\n\r\n")
      let head = try #require(client.readResponse(hasBody: false))
      #expect(head.status == 200 && (head.length ?? 0) > 100 && head.head.contains("X-Correlation-Id: c-1\r\n"))
      client.send("OPTIONS /applications HTTP/1.1\r\n\r\n")
      #expect(client.readResponse()?.status == 204)
      client.send(get)
      #expect(client.readResponse()?.status == 200)
    }
  }

  @Test("Connection: close is honoured")
  func close() throws {
    try withServer { _, client in
      client.send("GET /health/liveness HTTP/1.1\r\nConnection: close\r\n\r\n")
      #expect(client.readResponse()?.status == 200)
      #expect(client.isAtEnd())
    }
  }

  @Test(
    "what is no HTTP or too large is refused and the connection ended",
    arguments: [
      ("nonsense\r\n\r\n", 400), ("GET / HTTP/3\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
      ("POST /users HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST /users HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
      ("POST /users HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    ])
  func refusals(_ request: String, _ status: Int) throws {
    try withServer { _, client in
      client.send(request)
      #expect(client.readResponse()?.status == status)
      #expect(client.isAtEnd())
    }
  }

  @Test("an endless head is cut off")
  func endlessHead() throws {
    try withServer { _, client in
      client.send("GET / HTTP/1.1\r\n")
      for _ in 0..<80 { client.send("X: " + String(repeating: "y", count: 1000) + "\r\n") }
      #expect(client.readResponse()?.status ?? 431 == 431)
    }
  }

  @Test("a port that is taken is an error with its number")
  func taken() throws {
    let first = try SandboxHTTPServer(server: SandboxServer(), port: 0)
    defer { first.stop() }
    let error = #expect(throws: SandboxHTTPError.self) {
      try SandboxHTTPServer(server: SandboxServer(), port: first.port)
    }
    #expect(error.map { "\($0)".contains(String(first.port)) } == true)
  }

  @Test("after stop nobody is served, and the port is free again")
  func stop() throws {
    let http = try SandboxHTTPServer(server: SandboxServer(), port: 0)
    http.start()
    let client = try #require(RawClient(port: http.port))
    client.send(get)
    #expect(client.readResponse()?.status == 200)
    http.stop()
    http.stop()
    #expect(client.isAtEnd())
  }

  @Test("many connections at once are served")
  func many() async throws {
    let server = SandboxServer()
    let http = try SandboxHTTPServer(server: server, port: 0)
    http.start()
    defer { http.stop() }
    let (port, get) = (http.port, get)
    let answered = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let client = RawClient(port: port) else { return 0 }
          return (0..<20).count { _ in
            client.send(get)
            return client.readResponse()?.status == 200
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(answered == 160)
  }
}
