import ThunderID

/// A server with a bound on how many requests are under way; the others wait in the order in which they came.
struct LanedServer: Server {
  private let base: any Server
  private let slots: Slots

  init(_ base: any Server, lanes: Int) {
    self.base = base
    slots = Slots(lanes)
  }

  var address: String { base.address }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    await slots.take()
    defer { slots.give() }
    return try await base.send(method, path, query: query, body: body)
  }
}

/// A counting semaphore that suspends.
private final class Slots: Sendable {
  private struct State: Sendable {
    var free: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// How many of the waiters have been let in: taking from the front of an array would move all others.
    var served = 0
  }

  private let state: Locked<State>

  init(_ count: Int) { state = Locked(State(free: max(1, count))) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.served < state.waiters.count else {
        state.free += 1
        return nil
      }
      defer {
        state.served += 1
        if state.served == state.waiters.count { (state.waiters, state.served) = ([], 0) }
      }
      return state.waiters[state.served]
    }
    next?.resume()
  }
}
