import ThunderID

/// One request on its way, told apart by identity.
final class Transfer: Sendable {
  let request: HTTPRequest
  private let cancelled = Locked(false)

  init(_ request: HTTPRequest) { self.request = request }

  /// A cancellation can overtake the start of what it cancels; the flag then speaks for it.
  var isCancelled: Bool { cancelled.withLock { $0 } }

  func cancel() { cancelled.withLock { $0 = true } }
}

/// A transfer and who waits for it. Only the worker thread resumes it, and only once.
struct Pending: Sendable {
  let transfer: Transfer
  let continuation: CheckedContinuation<HTTPResponse, any Error>
}
