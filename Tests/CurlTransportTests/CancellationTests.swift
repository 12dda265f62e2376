import CurlTransport
import Testing
import ThunderID

@Suite("Cancellation", .timeLimit(.minutes(2))) struct CancellationTests {
  @Test("a task that is cancelled already sends nothing")
  func beforehand() async throws {
    let server = try TestServer.answering(answer("ok"))
    let sender = try transport()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await sender.send(post(server.url()))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test("a request that waits for its answer ends with the cancellation, and so does one that waits for a connection")
  func underWay() async throws {
    let server = try TestServer { connection in
      guard let request = connection.readRequest() else { return }
      if request.target == "/ok" { connection.send(answer("ok")) }
      connection.waitForClose()
    }
    let sender = try transport { $0.maxConnections = 1 }
    let first = Task { try await sender.send(post(server.url("/never"))) }
    while server.requests.isEmpty { await Task.yield() }
    let second = Task { try await sender.send(post(server.url("/waits"))) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await sender.send(get(server.url("/ok"))).text == "ok")
    #expect(server.requests.map(\.target) == ["/never", "/ok"])
  }

  @Test("200 requests at once are cancelled at any moment, round after round, and none hangs")
  func storm() async throws {
    let server = try TestServer { connection in
      while let request = connection.readRequest() {
        // Some never get an answer.
        guard !request.target.hasSuffix("7") else { return connection.waitForClose() }
        connection.send(answer("ok"))
      }
    }
    let sender = try transport { $0.maxConnections = 16 }
    var ended = (answered: 0, cancelled: 0)
    for round in 0..<40 {
      let tasks = (0..<200).map { index in
        Task { try await sender.send(get(server.url("/\(round)/\(index)"))).status }
      }
      // Later rounds let more of them get on their way first.
      for _ in 0..<round * 20 { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks {
        switch await task.result {
        case .success(let status):
          #expect(status == 200)
          ended.answered += 1
        case .failure(let error):
          #expect(error is CancellationError)
          ended.cancelled += 1
        }
      }
    }
    #expect(ended.answered + ended.cancelled == 8000)
    #expect(ended.cancelled > 0)
    #expect(try await sender.send(get(server.url("/1"))).status == 200)
  }

  @Test("shutting down fails what is under way and what comes later")
  func shutdown() async throws {
    let server = try TestServer { connection in
      while connection.readRequest() != nil {}
    }
    let sender = try transport { $0.maxConnections = 2 }
    let tasks = (0..<5).map { index in Task { try await sender.send(post(server.url("/\(index)"))) } }
    while server.requests.count < 2 { await Task.yield() }
    sender.shutdown()
    sender.shutdown()
    var sent = 0
    for task in tasks {
      let error = await #expect(throws: TransportError.self) { try await task.value }
      #expect(error?.message == "the transport was shut down")
      sent += error?.mayHaveBeenSent == true ? 1 : 0
    }
    #expect(sent == 2)
    await #expect(throws: TransportError.self) { try await sender.send(get(server.url())) }
  }

  @Test("transports come and go; a request outlives the last other reference")
  func comeAndGo() async throws {
    let server = try TestServer.answering(answer("ok"))
    for _ in 0..<50 { #expect(try await transport().send(get(server.url())).text == "ok") }
    for _ in 0..<50 { _ = try transport() }
    #expect(server.connectionCount == 50)
  }
}
