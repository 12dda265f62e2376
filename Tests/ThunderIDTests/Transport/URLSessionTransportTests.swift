import Foundation
import Testing
import ThunderID

@Suite("URLSession over real sockets")
struct URLSessionTransportTests {
  private func http(_ status: String, _ headers: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  private func api(_ server: LoopbackServer) throws -> ManagementAPI {
    try ManagementAPI(
      baseURL: server.address, transport: URLSessionTransport(), tokens: FixedTokenSource("token"), timeout: 20,
      retry: .none)
  }

  @Test("a request and its answer arrive whole")
  func exchange() async throws {
    let server = try LoopbackServer { _ in
      http("201 Created", "Content-Type: application/json\r\nX-Correlation-ID: c1\r\n", #"{"id":"1","n":1.0}"#)
    }
    defer { server.stop() }
    let answer = try await api(server).send("POST", "/users", query: [("a b", "c&d")], body: ["x": "é", "n": .null])
    #expect(answer?.text() == #"{"id":"1","n":1.0}"#)
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /users?a%20b=c%26d HTTP/1.1\r\n"))
    #expect(request.contains("\r\nAuthorization: Bearer token\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(!request.contains("\r\nCookie:"))
    #expect(request.hasSuffix("\r\n\r\n{\"x\":\"é\",\"n\":null}"))
  }

  @Test("an id in a path stays encoded on the wire")
  func encodedPath() async throws {
    let server = try LoopbackServer { _ in http("200 OK", "Content-Type: application/json\r\n", "{}") }
    defer { server.stop() }
    _ = try await api(server).send("GET", "/users/" + PercentEncoding.pathSegment("a/../b ?é"))
    #expect(server.requests.first?.hasPrefix("GET /users/a%2F..%2Fb%20%3F%C3%A9 HTTP/1.1\r\n") == true)
  }

  @Test("a plain-text 404 keeps its status and text")
  func plainText() async throws {
    let server = try LoopbackServer { _ in
      http("404 Not Found", "Content-Type: text/plain; charset=utf-8\r\n", "404 page not found\n")
    }
    defer { server.stop() }
    let api = try api(server)
    let error = await thunderError { _ = try await api.send("GET", "/nope") }
    #expect(error?.code == .notFound && error?.serverMessage == "404 page not found")
  }

  @Test(
    "a redirect is an answer and not followed, so the token stays at home",
    arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
  func redirects(status: String) async throws {
    let other = try LoopbackServer { _ in http("200 OK", "Content-Type: application/json\r\n", "{}") }
    defer { other.stop() }
    let server = try LoopbackServer { _ in http(status, "Location: \(other.address)/stolen\r\n", "") }
    defer { server.stop() }
    let api = try api(server)
    let error = await thunderError { _ = try await api.send("GET", "/users") }
    #expect(error?.status == Int(status.prefix(3)))
    #expect(error?.message.contains("this one leads to \(other.address)") == true)
    #expect(other.requests.isEmpty)
  }

  @Test("401 and 403 keep their bodies")
  func refusals() async throws {
    let server = try LoopbackServer { _ in
      http(
        "401 Unauthorized", "Content-Type: application/json\r\nWWW-Authenticate: Bearer\r\n", #"{"code":"AUTH-4010"}"#)
    }
    defer { server.stop() }
    let api = try api(server)
    let error = await thunderError { _ = try await api.send("GET", "/users") }
    #expect(error?.code == .authenticationFailed && error?.serverCode == "AUTH-4010")
  }

  @Test("a server that asks for a password ends the call instead of holding it")
  func basicChallenge() async throws {
    let server = try LoopbackServer { _ in
      http("401 Unauthorized", "Content-Type: text/plain\r\nWWW-Authenticate: Basic realm=\"proxy\"\r\n", "no")
    }
    defer { server.stop() }
    let api = try api(server)
    let error = await thunderError { _ = try await api.send("GET", "/users") }
    #expect(error?.code == .networkError || error?.code == .authenticationFailed)
  }

  @Test("nobody listening is unreachable, and a write then had no effect")
  func unreachable() async throws {
    let server = try LoopbackServer { _ in nil }
    server.stop()
    let api = try api(server)
    let error = await thunderError { _ = try await api.send("POST", "/users", body: [:]) }
    #expect(error?.code == .networkError && error?.mayHaveTakenEffect == false)
    #expect((error?.underlyingError as? TransportError)?.code == .unreachable)
  }

  @Test("a connection that closes before or amid the answer leaves a write in doubt")
  func brokenAnswers() async throws {
    for text in ["", "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\""] {
      let server = try LoopbackServer { _ in text }
      defer { server.stop() }
      let api = try api(server)
      let error = await thunderError { _ = try await api.send("POST", "/users", body: [:]) }
      #expect(error?.mayHaveTakenEffect == true, "\(String(describing: error))")
    }
  }

  @Test("a silent server ends in .requestTimeout after less than a second where that was asked")
  func timeout() async throws {
    let server = try LoopbackServer { _ in nil }
    defer { server.stop() }
    let api = try ManagementAPI(
      baseURL: server.address, transport: URLSessionTransport(), tokens: FixedTokenSource("t"), timeout: 0.2,
      retry: .none)
    let error = await thunderError { _ = try await api.send("POST", "/users", body: [:]) }
    #expect(error?.code == .requestTimeout && error?.mayHaveTakenEffect == true)
  }

  @Test("cancelling ends every call as cancelled, in 50 rounds of 8 calls, and never hangs")
  func cancellation() async throws {
    let server = try LoopbackServer { request in
      request.hasPrefix("GET /slow") ? nil : http("200 OK", "Content-Type: application/json\r\n", "{}")
    }
    defer { server.stop() }
    let api = try api(server)
    for round in 0..<50 {
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<8 {
          group.addTask {
            do {
              _ = try await api.send("GET", index % 2 == 0 ? "/slow" : "/fast")
              return index % 2 == 1
            } catch {
              return error is CancellationError
            }
          }
        }
        for _ in 0..<(round % 7) { await Task.yield() }
        group.cancelAll()
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes == Array(repeating: true, count: 8), "round \(round)")
    }
  }

  @Test("a task that is cancelled already sends nothing")
  func cancelledBefore() async throws {
    let server = try LoopbackServer { _ in http("200 OK", "Content-Type: application/json\r\n", "{}") }
    defer { server.stop() }
    let api = try api(server)
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return try await api.send("GET", "/users")
    }
    task.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.isEmpty)
  }
}
