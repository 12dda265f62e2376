import Testing

@testable import ThunderID

@Suite("Pace")
struct PaceTests {
  private func feed(_ limit: inout AdaptiveLimit, _ count: Int, _ seconds: Double, _ sort: String = "GET users") {
    for _ in 0..<count { limit.answered(sort, after: seconds) }
  }

  @Test("the limit grows while answers come as fast as before, to the most and not beyond")
  func grows() {
    var limit = AdaptiveLimit(most: 32)
    #expect(limit.current == 8)
    feed(&limit, 100, 0.01)
    #expect(limit.current > 10 && limit.current < 32)
    feed(&limit, 2000, 0.01)
    #expect(limit.current == 32)
    #expect(AdaptiveLimit(most: 0).current == 1 && AdaptiveLimit(most: 3).current == 3)
  }

  @Test("slow answers halve it, fast ones let it grow again")
  func slowness() {
    var limit = AdaptiveLimit(most: 16)
    feed(&limit, 500, 0.02)
    #expect(limit.current == 16)
    feed(&limit, 16, 0.5)
    #expect(limit.current == 8)
    feed(&limit, 500, 0.02)
    #expect(limit.current == 16)
  }

  @Test("a server that is slow by itself is not spared for ever")
  func slowByItself() {
    var limit = AdaptiveLimit(most: 16)
    feed(&limit, 500, 0.02)
    feed(&limit, 2000, 0.5)
    #expect(limit.current == 16)
  }

  @Test("a server in a hurry of milliseconds is never called slow")
  func floor() {
    var limit = AdaptiveLimit(most: 8)
    feed(&limit, 64, 0.0001)
    feed(&limit, 64, 0.04)
    #expect(limit.current == 8)
  }

  @Test("answers are compared with those of their sort")
  func sorts() {
    var limit = AdaptiveLimit(most: 8)
    for _ in 0..<200 {
      limit.answered("GET users", after: 0.01)
      limit.answered("POST users", after: 0.8)
    }
    #expect(limit.current == 8)
  }

  @Test("a refusal halves it, once for all that were under way with it")
  func refusal() {
    var limit = AdaptiveLimit(most: 16)
    feed(&limit, 500, 0.01)
    for _ in 0..<5 { limit.refused() }
    #expect(limit.current == 8)
    feed(&limit, 12, 0.01)
    for _ in 0..<5 { limit.refused() }
    #expect(limit.current == 4)
    for _ in 0..<80 {
      limit.refused()
      feed(&limit, 1, 0.01)
    }
    #expect(limit.current == 1)
  }

  /// Notes how many exchanges are under way, and answers what it is told to.
  private final class Counting: HTTPTransport, Sendable {
    struct State: Sendable {
      var now = 0
      var most = 0
      var sent = 0
    }

    let state = Locked(State())
    let answer: @Sendable (Int) -> HTTPResponse

    init(_ answer: @escaping @Sendable (Int) -> HTTPResponse = { _ in HTTPResponse(status: 200) }) {
      self.answer = answer
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let number = state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
        state.sent += 1
        return state.sent
      }
      defer { state.withLock { $0.now -= 1 } }
      try await Task.sleep(nanoseconds: 200_000)
      return answer(number)
    }
  }

  private let request = HTTPRequest(method: "GET", url: "http://127.0.0.1/users?limit=1")

  @Test("no more are under way than the limit, and all come through")
  func bound() async throws {
    let counting = Counting()
    let paced = PacedTransport(counting, most: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<60 {
        group.addTask {
          let status = try await paced.send(request).status
          #expect(status == 200)
        }
      }
      try await group.waitForAll()
    }
    #expect(counting.state.withLock { $0.most == 3 && $0.sent == 60 })
  }

  @Test("while the server wants to be left alone nothing is sent, by anybody")
  func retryAfter() async throws {
    let counting = Counting {
      HTTPResponse(status: $0 == 1 ? 503 : 200, headers: HTTPHeaders($0 == 1 ? [("Retry-After", "7")] : []))
    }
    let time = Locked(100.0)
    let slept = Locked<[Double]>([])
    let paced = PacedTransport(
      counting, most: 4, clock: { time.withLock { $0 } },
      sleep: { seconds in
        slept.withLock { $0.append(seconds) }
        time.withLock { $0 += seconds }
      })
    #expect(try await paced.send(request).status == 503)
    #expect(paced.limit == 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          let status = try await paced.send(request).status
          #expect(status == 200)
        }
      }
      try await group.waitForAll()
    }
    #expect(slept.withLock { $0 } == [7])
  }

  @Test("a task that is cancelled while it waits sends nothing, and a failure frees its place")
  func cancelled() async throws {
    let counting = Counting()
    let paced = PacedTransport(counting, most: 1)
    let tasks = (0..<20).map { _ in Task { try await paced.send(request) } }
    tasks.forEach { $0.cancel() }
    for task in tasks { _ = await task.result }
    #expect(counting.state.withLock { $0.sent } <= 1)
    #expect(try await paced.send(request).status == 200)
  }
}
