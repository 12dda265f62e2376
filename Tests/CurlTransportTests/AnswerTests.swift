import CurlTransport
import Testing
import ThunderID

@Suite("Answers") struct AnswerTests {
  @Test("status, headers with duplicates, and body arrive as they were sent")
  func wholeAnswer() async throws {
    let server = try TestServer.answering(
      "HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-Empty:\r\nX-Folded: one\r\n  two\r\n"
        + "Content-Length: 7\r\n\r\n{\"a\":1}")
    let response = try await transport().send(get(server.url("/x?y=%20")))
    #expect(response.status == 201)
    #expect(
      response.headers.fields.map { "\($0.name)=\($0.value)" }
        == ["Set-Cookie=a=1", "set-cookie=b=2", "X-Empty=", "X-Folded=one two", "Content-Length=7"])
    #expect(response.text == "{\"a\":1}")
    #expect(server.requests.map(\.target) == ["/x?y=%20"])
  }

  @Test("a request goes out with its own headers and none that libcurl invents")
  func requestHeaders() async throws {
    let server = try TestServer.answering(answer(""))
    let sender = try transport { $0.userAgent = "probe/1" }
    _ = try await sender.send(
      post(server.url(), "{}", headers: [("Authorization", "Bearer t"), ("X-Empty", ""), ("Content-Length", "99")]))
    _ = try await sender.send(get(server.url("/a/../b"), headers: [("User-Agent", "own")]))
    let fields = server.requests.map { $0.headers.fields.map { "\($0.name): \($0.value)" }.sorted() }
    let common = ["Accept-Encoding: deflate, gzip, br, zstd", "Accept: */*", "Host: 127.0.0.1:\(server.port)"]
    func withoutEncodings(_ list: [String]) -> [String] { list.filter { !$0.hasPrefix("Accept-Encoding") }.sorted() }
    #expect(
      withoutEncodings(fields[0])
        == withoutEncodings(
          common + ["Authorization: Bearer t", "Content-Length: 2", "User-Agent: probe/1", "X-Empty: "]))
    #expect(withoutEncodings(fields[1]) == withoutEncodings(common + ["User-Agent: own"]))
    #expect(server.requests[1].target == "/a/../b")
  }

  @Test("every method arrives with its body or without", arguments: ["POST", "PUT", "PATCH", "DELETE", "GET", "QUERY"])
  func methods(method: String) async throws {
    let server = try TestServer.answering(answer("ok"))
    let sender = try transport()
    for body in [nil, [], Array("abc".utf8)] as [[UInt8]?] {
      let response = try await sender.send(HTTPRequest(method: method, url: server.url(), body: body))
      #expect(response.text == "ok")
    }
    #expect(server.requests.map(\.method) == [method, method, method])
    #expect(server.requests.map(\.body) == [[], [], Array("abc".utf8)])
    let needsLength = ["POST", "PUT", "PATCH"].contains(method)
    #expect(server.requests.map { $0.headers["content-length"] } == [needsLength ? "0" : nil, "0", "3"])
  }

  @Test("HEAD, 204 and 304 have no body, and the connection goes on")
  func withoutBody() async throws {
    let server = try TestServer { connection in
      while let request = connection.readRequest() {
        switch request.target {
        case "/head": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 500000000\r\n\r\n")
        case "/204": connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        default: connection.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")
        }
      }
    }
    let sender = try transport()
    let head = try await sender.send(HTTPRequest(method: "HEAD", url: server.url("/head")))
    #expect(head.status == 200)
    #expect(head.headers["content-length"] == "500000000")
    #expect(head.body == [])
    #expect(try await sender.send(post(server.url("/204"))) == HTTPResponse(status: 204))
    #expect(try await sender.send(get(server.url("/304"))).status == 304)
    #expect(server.connectionCount == 1)
  }

  @Test("chunks are put together, and trailers are not headers")
  func chunked() async throws {
    let server = try TestServer.answering(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWiki\r\n6;x=y\r\npedia \r\n0\r\nX-Late: 1\r\n\r\n")
    let response = try await transport().send(get(server.url()))
    #expect(response.text == "Wikipedia ")
    #expect(response.headers["x-late"] == nil)
  }

  @Test("interim answers are passed over, with their headers")
  func interim() async throws {
    let server = try TestServer.answering(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + answer("x"))
    let response = try await transport().send(post(server.url()))
    #expect(response.status == 200)
    #expect(response.headers.fields.map(\.name) == ["Content-Length"])
  }

  @Test("a body that trickles in is waited for")
  func trickle() async throws {
    let text = "0123456789"
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      for byte in answer(text).utf8 { connection.send([byte]) }
      connection.waitForClose()
    }
    #expect(try await transport().send(get(server.url())).text == text)
  }

  @Test("an answer without a length ends with the connection")
  func untilClose() async throws {
    let server = try TestServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\n\r\nall of it")
    }
    #expect(try await transport().send(get(server.url())).text == "all of it")
  }

  @Test("5 MB go up and come back")
  func large() async throws {
    let server = try TestServer { connection in
      while let request = connection.readRequest() {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n")
        connection.send(request.body)
      }
    }
    var generator = SystemRandomNumberGenerator()
    let body = (0..<5 << 17).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    let response = try await transport().send(HTTPRequest(method: "POST", url: server.url(), body: body))
    #expect(response.body == body)
  }

  @Test("a redirect is an answer: nothing is sent to where it points")
  func redirect() async throws {
    let other = try TestServer.answering(answer("secret taken"))
    let location = "Location: \(other.url("/steal"))\r\n"
    let server = try TestServer.answering(answer("", status: "302 Found", headers: location))
    let sender = try transport()
    for request in [get(server.url(), headers: [("Authorization", "Bearer t")]), post(server.url())] {
      let response = try await sender.send(request)
      #expect(response.status == 302)
      #expect(response.headers["location"] == other.url("/steal"))
    }
    #expect(other.connectionCount == 0)
  }

  @Test("cookies are not kept, and a 401 that asks for Basic is an answer")
  func noState() async throws {
    let server = try TestServer.answering(
      answer(
        "no", status: "401 Unauthorized",
        headers: "Set-Cookie: session=1; Path=/\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"))
    let sender = try transport()
    for _ in 0..<2 { #expect(try await sender.send(get(server.url())).status == 401) }
    #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
    #expect(server.requests.map { $0.headers["authorization"] } == [nil, nil])
  }
}
