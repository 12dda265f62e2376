import ThunderID

/// A transport that writes down what it is asked and answers by a closure.
final class StubTransport: HTTPTransport {
  private let log = Locked<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

  /// The closure gets the request and how many came before it.
  init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) { self.answer = answer }

  /// Gives these answers in turn, and the last one ever after.
  convenience init(_ answers: HTTPResponse...) {
    self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try await answer(request, index)
  }

  var requests: [HTTPRequest] { log.withLock { $0 } }
  /// `GET https://…` of each request.
  var lines: [String] { requests.map { "\($0.method) \($0.url)" } }
}

extension HTTPResponse {
  /// An answer of JSON text.
  static func json(_ status: Int, _ text: String, _ headers: [(String, String)] = []) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: HTTPHeaders([("Content-Type", "application/json")] + headers), body: Array(text.utf8))
  }

  /// An answer of any type.
  static func text(_ status: Int, _ type: String, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", type)]), body: Array(text.utf8))
  }

  /// An answer without a body.
  static func empty(_ status: Int, _ headers: [(String, String)] = []) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPHeaders(headers))
  }
}

/// The error that an operation throws; nil where it throws none or another.
func thunderError(_ operation: () async throws -> Void) async -> ThunderIDError? {
  do {
    try await operation()
    return nil
  } catch {
    return error as? ThunderIDError
  }
}

extension RetryPolicy {
  /// Waits that take no time and are written down.
  static func instant(_ waits: Locked<[Double]> = Locked([]), limit: Int = 3) -> RetryPolicy {
    var policy = RetryPolicy()
    policy.limit = limit
    policy.sleep = { seconds in waits.withLock { $0.append(seconds) } }
    policy.jitter = { 1 }
    return policy
  }
}
