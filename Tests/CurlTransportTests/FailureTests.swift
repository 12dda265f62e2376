import CurlTransport
import Testing
import ThunderID

@Suite("Failures") struct FailureTests {
  @Test("where nobody listens nothing was sent")
  func refused() async throws {
    let port = try TestServer.freePort()
    let error = try await failure(of: post("http://127.0.0.1:\(port)/x?token=secret"), over: transport())
    #expect(
      error
        == TransportError(
          code: .unreachable, message: "no connection to 127.0.0.1:\(port): connection refused",
          mayHaveBeenSent: false))
  }

  @Test("a name that is not known is unreachable")
  func unknownHost() async throws {
    let error = try await failure(of: post("http://nobody.invalid:81/"), over: transport())
    #expect(error.code == .unreachable)
    #expect(!error.mayHaveBeenSent)
    #expect(error.message.contains("nobody.invalid"))
  }

  @Test("no answer in time: a request that went out may have been sent")
  func slowHeaders() async throws {
    let server = try TestServer { $0.waitForClose() }
    let sender = try transport { $0.timeout = 0.2 }
    #expect(
      try await failure(of: post(server.url("/?token=secret")), over: sender)
        == TransportError(
          code: .timeout, message: "no complete answer from 127.0.0.1:\(server.port) within 0.2 s",
          mayHaveBeenSent: true))
  }

  @Test("a request's own limit wins, and holds for an answer that never ends")
  func endlessBody() async throws {
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send("x") {}
    }
    let sender = try transport { $0.maxResponseBytes = .max }
    let error = try await failure(of: get(server.url(), timeout: 0.3), over: sender)
    #expect(error.code == .timeout)
    #expect(error.message.hasSuffix("within 0.3 s"))
  }

  @Test("a TLS handshake that does not end is a time-out before sending")
  func slowHandshake() async throws {
    let server = try TestServer { $0.waitForClose() }
    let sender = try transport { $0.connectTimeout = 0.2 }
    let error = try await failure(of: post("https://127.0.0.1:\(server.port)/"), over: sender)
    #expect(
      error
        == TransportError(
          code: .timeout, message: "no connection to 127.0.0.1:\(server.port) within 0.2 s", mayHaveBeenSent: false))
  }

  @Test("plain HTTP behind an https address is a TLS failure")
  func notTLS() async throws {
    let server = try TestServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForClose()
    }
    let error = try await failure(of: post("https://127.0.0.1:\(server.port)/"), over: transport())
    #expect(error.code == .tls)
    #expect(!error.mayHaveBeenSent)
  }

  @Test(
    "an answer that breaks off is a lost connection",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf",
    ])
  func truncated(start: String) async throws {
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(start)
    }
    let error = try await failure(of: post(server.url()), over: transport())
    #expect(error.code == .connectionLost)
    #expect(error.mayHaveBeenSent)
    #expect(server.requests.count == 1)
  }

  @Test("a reset after the request is a lost connection")
  func reset() async throws {
    let server = try TestServer { connection in
      _ = connection.readRequest()
      connection.reset()
    }
    let error = try await failure(of: post(server.url()), over: transport())
    #expect(error.code == .connectionLost)
    #expect(error.mayHaveBeenSent)
    #expect(error.message.contains("127.0.0.1:\(server.port)"))
  }

  @Test(
    "what is not HTTP is a bad answer",
    arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "<html>hello</html>\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{1}\u{2}\u{3}\n\n"])
  func garbage(text: String) async throws {
    let server = try TestServer { connection in
      _ = connection.readRequest()
      connection.send(text)
    }
    #expect(
      try await failure(of: post(server.url()), over: transport())
        == TransportError(
          code: .badResponse, message: "what 127.0.0.1:\(server.port) answered is not HTTP", mayHaveBeenSent: true))
  }

  @Test("a compressed body that is none is a bad answer")
  func badCompression() async throws {
    let server = try TestServer.answering(answer("not gzip at all", headers: "Content-Encoding: gzip\r\n"))
    #expect(try await failure(of: get(server.url()), over: transport()).code == .badResponse)
  }

  @Test("an answer over the limit is refused, with a declared length or without; one at the limit is taken")
  func tooLarge() async throws {
    let server = try TestServer { connection in
      while let request = connection.readRequest() {
        switch request.target {
        case "/declared": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\nx")
        case "/endless":
          connection.send("HTTP/1.1 200 OK\r\n\r\n")
          while connection.send([UInt8](repeating: 120, count: 4096)) {}
        case "/headers":
          connection.send("HTTP/1.1 200 OK\r\n")
          while connection.send("X-More: \(String(repeating: "y", count: 4096))\r\n") {}
        default: connection.send(answer(String(repeating: "x", count: 1000)))
        }
      }
    }
    let sender = try transport { $0.maxResponseBytes = 1000 }
    #expect(try await sender.send(get(server.url())).body.count == 1000)
    for path in ["/declared", "/endless", "/headers"] {
      let error = try await failure(of: get(server.url(path)), over: sender)
      #expect(error.code == .tooLarge, "\(path)")
      #expect(error.mayHaveBeenSent)
    }
    #expect(try await sender.send(get(server.url())).body.count == 1000)
  }

  @Test(
    "a request that can't be sent as it stands is refused before sending",
    arguments: [
      HTTPRequest(method: "GET", url: ""), HTTPRequest(method: "GET", url: "/users"),
      HTTPRequest(method: "GET", url: "file:///etc/passwd"), HTTPRequest(method: "GET", url: "http://"),
      HTTPRequest(method: "GET", url: "http:///path"), HTTPRequest(method: "GET", url: "http://a:port/"),
      HTTPRequest(method: "GET", url: "http://user:hunter2@127.0.0.1:1/"),
      HTTPRequest(method: "GET", url: "http://127.0.0.1:1/a b"), HTTPRequest(method: "GET", url: "http://h\u{E9}/"),
      HTTPRequest(method: "GET", url: "http://127.0.0.1:1/\u{0}"), HTTPRequest(method: "", url: "http://127.0.0.1:1/"),
      HTTPRequest(method: "GET / HTTP/1.1\r\nX: y\r\n", url: "http://127.0.0.1:1/"),
      HTTPRequest(method: "CONNECT", url: "http://127.0.0.1:1/"),
      HTTPRequest(method: "HEAD", url: "http://127.0.0.1:1/", body: [1]),
      HTTPRequest(
        method: "GET", url: "http://127.0.0.1:1/", headers: HTTPHeaders([("Authorization", "Bearer hunter2\r\nX: y")])),
      HTTPRequest(method: "GET", url: "http://127.0.0.1:1/", headers: HTTPHeaders([("X: y\r\nZ", "v")])),
    ])
  func badRequest(request: HTTPRequest) async throws {
    let error = try await failure(of: request, over: transport())
    #expect(error.code == .badRequest)
    #expect(!error.mayHaveBeenSent)
    #expect(!error.message.contains("hunter2"))
  }

  @Test("limits that make no sense do no harm", arguments: [0, -1, .nan, .infinity, 1e300])
  func oddTimeouts(seconds: Double) async throws {
    let server = try TestServer.answering(answer("ok"))
    let sender = try transport {
      $0.maxConnections = 0
      $0.connectTimeout = .infinity
    }
    do {
      let response = try await sender.send(get(server.url(), timeout: seconds))
      #expect(response.status == 200)
    } catch let error as TransportError {
      #expect(error.code == .timeout)
    }
  }
}
