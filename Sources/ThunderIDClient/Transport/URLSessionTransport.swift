import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The library's own transport: URLSession, without cookies, cache and redirects.
public final class URLSessionTransport: HTTPTransport {
  /// One for everybody, so that connections are kept and shared.
  public static let shared = URLSessionTransport()

  private let session: URLSession

  /// A transport with connections of its own.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = 16
    session = URLSession(configuration: configuration, delegate: SessionRules(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends one request.
  ///
  /// - Throws: ``TransportError``; `CancellationError` when the task was cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    // A task that is cancelled before it starts would send its request all the same.
    try Task.checkCancellation()
    let call = Call()
    let urlRequest = try URLRequest(request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: urlRequest) { data, response, error in
          continuation.resume(with: call.result(data, response, error))
        }
        call.start(task, timeout: request.timeout)
      }
    } onCancel: {
      call.stop(.cancelled)
    }
  }
}

/// One request on its way, and why it was stopped.
private final class Call: Sendable {
  enum Stop { case cancelled, timeout }

  /// Only touched under the lock; Dispatch's timers are safe to share but are not declared so everywhere.
  private struct State: @unchecked Sendable {
    var task: URLSessionDataTask?
    var timer: (any DispatchSourceTimer)?
    var stop: Stop?
    var isDone = false
  }

  private let state = Locked(State())

  func start(_ task: URLSessionDataTask, timeout: Double?) {
    let isStopped = state.withLock { state in
      state.task = task
      // URLSession's own limit is one of idleness: an answer that trickles would never end.
      if let timeout { state.timer = timer(timeout) }
      return state.stop != nil
    }
    task.resume()
    if isStopped { task.cancel() }
  }

  private func timer(_ seconds: Double) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { [weak self] in self?.stop(.timeout) }
    timer.schedule(deadline: .now() + seconds)
    timer.resume()
    return timer
  }

  /// Cancels from another thread: on Linux `URLSessionTask.cancel()` inside the cancellation handler waits for a queue
  /// that in turn waits for this task's lock, and both wait for ever.
  func stop(_ reason: Stop) {
    let task: URLSessionDataTask? = state.withLock { state in
      guard !state.isDone, state.stop == nil else { return nil }
      state.stop = reason
      return state.task
    }
    guard let task else { return }
    DispatchQueue.global().async { task.cancel() }
  }

  func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<HTTPResponse, any Error> {
    let stop: Stop? = state.withLock { state in
      state.isDone = true
      state.task = nil
      state.timer?.cancel()
      state.timer = nil
      return state.stop
    }
    guard let error else { return Result { try HTTPResponse(data: data ?? Data(), response: response) } }
    switch stop {
    case .cancelled: return .failure(CancellationError())
    case .timeout:
      return .failure(TransportError(code: .timeout, message: "no answer in time", mayHaveBeenSent: true))
    case nil: break
    }
    guard let error = error as? URLError else {
      return .failure(TransportError(code: .connectionLost, message: "the connection failed", mayHaveBeenSent: true))
    }
    if error.code == .cancelled {
      // Only the session's own rule below stops a task that nobody else stopped.
      return .failure(
        TransportError(
          code: .badResponse, message: "the server asks for a way of signing in that is not Bearer",
          mayHaveBeenSent: true))
    }
    return .failure(TransportError(error))
  }
}

/// No redirects, and no answer to questions for a password.
private final class SessionRules: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Following would carry the Authorization header to wherever the answer points.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Left alone, a 401 with a Basic realm never completes on Linux.
    let method = challenge.protectionSpace.authenticationMethod
    let isPassword = [
      NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodDefault,
    ].contains(method)
    completionHandler(isPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
  }
}
