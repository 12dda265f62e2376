import CurlTransport
import Testing
import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

@Suite("Connections") struct ConnectionTests {
  @Test("requests one after the other share a connection")
  func reuse() async throws {
    let server = try TestServer.answering(answer("ok"))
    let sender = try transport()
    for index in 0..<20 {
      let request = index % 2 == 0 ? get(server.url()) : post(server.url(), "{\"n\":\(index)}")
      #expect(try await sender.send(request).status == 200)
    }
    #expect(server.requests.count == 20)
    #expect(server.connectionCount == 1)
  }

  @Test("no more exchanges run at once than connections are allowed, and all are served")
  func limit() async throws {
    let server = try TestServer.answering(answer("ok"))
    let sender = try transport { $0.maxConnections = 3 }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<100 {
        group.addTask { try await sender.send(get(server.url("/\(index)"))).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(Set(server.requests.map(\.target)) == Set((0..<100).map { "/\($0)" }))
    #expect(server.connectionCount <= 3)
  }

  @Test("a GET on a connection that turns out to be stale is sent again")
  func staleRead() async throws {
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(answer("first"))
      // The second request is read, and the connection closed on it without an answer.
      guard connection.number == 0 else {
        while connection.readRequest() != nil { connection.send(answer("again")) }
        return
      }
      _ = connection.readRequest()
    }
    let sender = try transport()
    #expect(try await sender.send(get(server.url())).text == "first")
    #expect(try await sender.send(get(server.url("/second"))).text == "first")
    #expect(server.requests.map(\.target) == ["/", "/second", "/second"])
    #expect(server.requests.map(\.connection) == [0, 0, 1])
  }

  @Test(
    "a write on a connection that dies under it is sent once and reported as possibly done",
    arguments: ["POST", "PUT", "PATCH", "DELETE"], [nil, 0, 2, 300_000])
  func staleWrite(method: String, size: Int?) async throws {
    for endsWithReset in [false, true] {
      let server = try TestServer { connection in
        guard connection.readRequest() != nil else { return }
        connection.send(answer("first"))
        _ = connection.readRequest()
        if endsWithReset { connection.reset() }
      }
      let sender = try transport()
      #expect(try await sender.send(get(server.url())).text == "first")
      let body = size.map { [UInt8](repeating: UInt8(ascii: "x"), count: $0) }
      let error = try await failure(
        of: HTTPRequest(method: method, url: server.url("/write"), body: body), over: sender)
      #expect(error.code == .connectionLost)
      #expect(error.mayHaveBeenSent)
      #expect(error.message == "127.0.0.1:\(server.port) closed the connection without an answer")
      // A further exchange shows that nothing else was on its way.
      #expect(try await sender.send(get(server.url("/after"))).status == 200)
      #expect(server.requests.map(\.target) == ["/", "/write", "/after"])
      #expect(server.requests.filter { $0.target == "/write" }.map(\.body.count) == [size ?? 0])
    }
  }

  @Test("a write after the server closed the idle connection goes over a new one")
  func closedWhileIdle() async throws {
    let closed = Locked(false)
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(answer("ok", headers: ""))
      if connection.number == 0 {
        connection.finish()
        closed.withLock { $0 = true }
      }
      connection.waitForClose()
    }
    let sender = try transport()
    #expect(try await sender.send(post(server.url("/1"))).status == 200)
    while !closed.withLock({ $0 }) { await Task.yield() }
    #expect(try await sender.send(post(server.url("/2"))).status == 200)
    #expect(server.requests.map(\.connection) == [0, 1])
  }

  @Test("Connection: close is kept to")
  func close() async throws {
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(answer("ok", headers: "Connection: close\r\n"))
    }
    let sender = try transport()
    for _ in 0..<3 { #expect(try await sender.send(post(server.url())).text == "ok") }
    #expect(server.connectionCount == 3)
  }

  @Test("proxies come from the environment; NO_PROXY names exceptions")
  func proxy() async throws {
    // In a process of its own, for the environment belongs to all.
    await #expect(processExitsWith: .success) {
      let proxy = try TestServer.answering(answer("by proxy"))
      let direct = try TestServer.answering(answer("direct"))
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      setenv("no_proxy", "127.0.0.1", 1)
      let sender = try transport()
      let far = try await sender.send(get("http://server.invalid/path", headers: [("Authorization", "Bearer t")]))
      try #require(far.text == "by proxy")
      try #require(proxy.requests.map(\.target) == ["http://server.invalid/path"])
      let near = try await sender.send(get(direct.url()))
      try #require(near.text == "direct")

      setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let tunnel = try await failure(
        of: get("https://server.invalid/", headers: [("Authorization", "Bearer t")]), over: sender)
      try #require(!tunnel.mayHaveBeenSent)
      let connect = try #require(proxy.requests.last)
      try #require(connect.method == "CONNECT" && connect.headers["authorization"] == nil)

      let freePort = try TestServer.freePort()
      setenv("http_proxy", "http://127.0.0.1:\(freePort)", 1)
      let dead = try await failure(of: get("http://server.invalid/"), over: sender)
      try #require(dead.code == .unreachable && dead.message.contains("proxy"))
    }
  }
}
