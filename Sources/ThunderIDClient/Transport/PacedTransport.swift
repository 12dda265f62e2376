/// A transport that has as many exchanges under way as the server takes well (``AdaptiveLimit``), and none while the
/// server asks to be left alone (Retry-After of a 429 or 503). What has to wait goes in the order in which it came.
package final class PacedTransport: HTTPTransport, Sendable {
  private struct State: Sendable {
    var limit: AdaptiveLimit
    var underWay = 0
    var resumeAt = 0.0
    var hasTimer = false
    var waiters: [Waiter] = []
    /// How many of the waiters went in: taking from the front of an array would move all others.
    var served = 0

    mutating func passOne() {
      served += 1
      if served == waiters.count { (waiters, served) = ([], 0) }
    }
  }

  private struct Waiter: Sendable {
    var id: UInt64
    /// nil once it was cancelled.
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private let base: any HTTPTransport
  private let state: Locked<State>
  private let longestWait: Double
  private let clock: @Sendable () -> Double
  private let sleep: @Sendable (Double) async -> Void

  /// - Parameters:
  ///   - most: how many exchanges may ever be under way.
  ///   - longestWait: seconds of a Retry-After that all exchanges keep to; of a longer one only its own takes notice.
  package init(
    _ base: any HTTPTransport, most: Int, longestWait: Double = 60,
    clock: @escaping @Sendable () -> Double = MonotonicClock.seconds,
    sleep: @escaping @Sendable (Double) async -> Void = {
      try? await Task.sleep(nanoseconds: UInt64(max(0, $0) * 1e9))
    }
  ) {
    self.base = base
    self.longestWait = longestWait
    self.clock = clock
    self.sleep = sleep
    state = Locked(State(limit: AdaptiveLimit(most: most)))
  }

  /// What may be under way now.
  package var limit: Int { state.withLock { $0.limit.current } }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await enter()
    let start = clock()
    let response: HTTPResponse
    do {
      response = try await base.send(request)
    } catch {
      leave { _ in }
      throw error
    }
    let seconds = clock() - start
    leave { state in
      if response.status == 429 || response.status == 503 {
        state.limit.refused()
        if let asked = RetryAfter.seconds(response.headers), asked <= longestWait {
          state.resumeAt = max(state.resumeAt, clock() + asked)
        }
      } else {
        state.limit.answered(PacedTransport.sort(of: request), after: seconds)
      }
    }
    return response
  }

  /// The method and the collection: `PUT users`.
  private static func sort(of request: HTTPRequest) -> String {
    let path =
      request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first ?? ""
    let collection = path.prefix { $0 != "/" && $0 != "?" }
    // One record or a whole page are two sorts.
    return request.method
      + (path.utf8.count > collection.utf8.count && !path.utf8.contains(UInt8(ascii: "?")) ? " 1 " : " ")
      + collection
  }

  /// Waits for a place.
  ///
  /// - Throws: `CancellationError`; then it has none.
  private func enter() async throws {
    let id = UInt64.random(in: .min ... .max)
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiters.append(Waiter(id: id, continuation: continuation)) }
        // A cancel that came before this had nothing to take away.
        if Task.isCancelled { cancel(id) }
        admit()
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let index = state.waiters[state.served...].firstIndex(where: { $0.id == id }) else { return nil }
      defer { state.waiters[index].continuation = nil }
      return state.waiters[index].continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func leave(_ learn: (inout State) -> Void) {
    state.withLock { state in
      state.underWay -= 1
      learn(&state)
    }
    admit()
  }

  /// Lets in as many as may go.
  private func admit() {
    while true {
      let now = clock()
      let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        while state.served < state.waiters.count, state.waiters[state.served].continuation == nil { state.passOne() }
        guard state.served < state.waiters.count, state.underWay < state.limit.current else { return nil }
        guard now >= state.resumeAt else {
          if !state.hasTimer { startTimer(state.resumeAt - now) }
          state.hasTimer = true
          return nil
        }
        state.underWay += 1
        defer { state.passOne() }
        return state.waiters[state.served].continuation
      }
      guard let next else { return }
      next.resume()
    }
  }

  private func startTimer(_ seconds: Double) {
    Task { [self] in
      await sleep(seconds)
      state.withLock { $0.hasTimer = false }
      admit()
    }
  }
}
