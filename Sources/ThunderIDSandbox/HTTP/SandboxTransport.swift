import ThunderID

/// Carries requests to a sandbox in this process.
package final class SandboxTransport: HTTPTransport {
  /// Where the requests go.
  package let server: SandboxServer

  package init(_ server: SandboxServer = SandboxServer()) { self.server = server }

  /// A transport to a sandbox that keeps its state in a file.
  ///
  /// - Throws: ``StateFileError``.
  package convenience init(file path: String) throws { self.init(try SandboxServer(file: path)) }

  /// Gives the sandbox's answer; a fault that takes the answer away shows as a failure of the connection.
  ///
  /// - Throws: `TransportError`; `CancellationError` when the task was cancelled.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let exchange = FaultyExchange(server.faults.take(request))
    var left = request.timeout
    try await wait(exchange.delay, &left) { _ = exchange.perform(request, on: self.server, isReused: true) }
    let outcome = exchange.perform(request, on: server, isReused: true)
    switch outcome {
    case .answer(let response):
      try await wait(exchange.slowHeader + exchange.slowBody, &left) {}
      return response
    case .truncated: throw lost("the answer broke off")
    case .reset, .stale: throw lost("the connection was closed before an answer came")
    }
  }

  /// Waits, at most as long as the request has; a request that gives up takes effect all the same.
  private func wait(_ seconds: Double, _ left: inout Double?, late: () -> Void) async throws {
    guard seconds > 0 else { return }
    let time = min(seconds, left ?? seconds)
    try await Task.sleep(nanoseconds: UInt64(time * 1e9))
    if let limit = left, limit < seconds {
      late()
      throw TransportError(code: .timeout, message: "no answer in time", mayHaveBeenSent: true)
    }
    left = left.map { $0 - time }
  }

  private func lost(_ message: String) -> TransportError {
    TransportError(code: .connectionLost, message: message, mayHaveBeenSent: true)
  }
}
