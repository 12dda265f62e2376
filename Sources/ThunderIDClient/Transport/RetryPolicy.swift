/// When a failed exchange is tried again, and after how long.
///
/// Reads are repeated after broken connections and 429, 502, 503 and 504. A write is repeated after 429 only, where
/// the server says that it did not act; what else may have happened to it is for the caller to find out. A plain 500
/// is not repeated: this server answers it for good where a list is too long.
package struct RetryPolicy: Sendable {
  /// How often an exchange is repeated at most.
  package var limit = 3
  /// The first wait in seconds; it doubles each time.
  package var firstDelay = 0.25
  /// The longest wait in seconds of our own choice.
  package var longestDelay = 5.0
  /// The longest wait in seconds that a server may ask for; past it the error is reported instead.
  package var longestRetryAfter = 60.0
  /// Waits; tests put their own in.
  package var sleep: @Sendable (_ seconds: Double) async throws -> Void = {
    try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000))
  }
  /// A number from 0 up to 1 that spreads the waits of clients that failed together.
  package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  package init() {}

  /// A policy that repeats nothing.
  package static var none: RetryPolicy {
    var policy = RetryPolicy()
    policy.limit = 0
    return policy
  }

  /// What repeating a request may do.
  enum Effect {
    /// Nothing.
    case read
    /// The same thing twice.
    case write
  }

  /// Sends a request, again where that is safe and may help.
  ///
  /// - Parameter effect: what repeating it may do; by its method where it is not given.
  /// - Throws: the exchange's error where there is no answer; `CancellationError`.
  func deliver(
    _ request: HTTPRequest, by transport: any HTTPTransport, _ exchange: Exchange, as effect: Effect? = nil
  ) async throws -> HTTPResponse {
    let effect = effect ?? (exchange.isWrite ? .write : .read)
    var attempt = 0
    while true {
      let delay: Double
      do {
        let response = try await transport.send(request)
        guard let wait = self.delay(after: response, effect, attempt) else { return response }
        delay = wait
      } catch {
        guard let wait = self.delay(after: error, effect, attempt) else { throw exchange.failure(error) }
        delay = wait
      }
      attempt += 1
      try await sleep(delay)
    }
  }

  /// The wait before try number `attempt + 1` after this answer; nil where it stands.
  func delay(after response: HTTPResponse, _ effect: Effect, _ attempt: Int) -> Double? {
    guard attempt < limit else { return nil }
    let isTransient = response.status == 429 || (effect == .read && [502, 503, 504].contains(response.status))
    guard isTransient else { return nil }
    guard let asked = RetryAfter.seconds(response.headers) else { return backOff(attempt) }
    return asked <= longestRetryAfter ? asked : nil
  }

  /// The wait before try number `attempt + 1` after this failure; nil where it stands.
  func delay(after error: any Error, _ effect: Effect, _ attempt: Int) -> Double? {
    guard effect == .read, let error = error as? TransportError else { return nil }
    switch error.code {
    case .connectionLost: return attempt < limit ? backOff(attempt) : nil
    // A person waits for these: once more, and then say it.
    case .unreachable, .timeout: return attempt < min(limit, 1) ? backOff(attempt) : nil
    case .tls, .badResponse, .tooLarge, .badRequest: return nil
    }
  }

  private func backOff(_ attempt: Int) -> Double {
    let full = min(longestDelay, firstDelay * Double(1 << min(attempt, 20)))
    return full / 2 + full / 2 * jitter()
  }
}
