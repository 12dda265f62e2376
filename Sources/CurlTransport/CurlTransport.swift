import CCurl
import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// HTTP through libcurl: connections kept alive, HTTP/2 where it is reliable, certificate authorities of one's own,
/// proxies from the environment.
///
/// One thread of its own drives all exchanges. Redirects are never followed, cookies, `.netrc` and passwords in URLs
/// never used, and no request other than GET, HEAD and OPTIONS is ever sent a second time (``EasyHandle``).
public final class CurlTransport: HTTPTransport, Sendable {
  private let mailbox: Mailbox
  private let thread: Locked<WorkerThread?>

  /// A transport with connections of its own; its thread starts at once.
  ///
  /// - Throws: ``TransportError`` where libcurl or the thread can't be started.
  public init(_ configuration: Configuration = Configuration()) throws {
    guard CurlLibrary.isReady, let multi = MultiHandle(maxConnections: configuration.maxConnections) else {
      throw TransportError(code: .unreachable, message: "libcurl can't be started", mayHaveBeenSent: false)
    }
    mailbox = Mailbox(multi)
    thread = Locked(try WorkerThread(mailbox, configuration))
  }

  deinit { shutdown() }

  /// Sends one request and gives the whole answer, whatever its status.
  ///
  /// The body is decompressed; the headers stand as they came, so `Content-Encoding` and `Content-Length` may speak of
  /// the compressed one.
  ///
  /// - Throws: ``TransportError``; `CancellationError` when the task was cancelled, promptly.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    try RequestRules.check(request)
    // The thread stops with the last reference.
    defer { withExtendedLifetime(self) {} }
    let transfer = Transfer(request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isTaken = mailbox.post(.start(Pending(transfer: transfer, continuation: continuation)))
        if !isTaken { continuation.resume(throwing: TransportError.isShutDown(mayHaveBeenSent: false)) }
      }
    } onCancel: {
      transfer.cancel()
      mailbox.post(.cancel(transfer))
    }
  }

  /// Stops: exchanges under way fail with a ``TransportError``, connections are closed and the thread ends.
  ///
  /// Later requests fail at once. Happens by itself with the last reference.
  public func shutdown() {
    let running = thread.withLock { thread -> WorkerThread? in
      defer { thread = nil }
      return thread
    }
    guard let running else { return }
    mailbox.close()
    running.join()
  }
}

/// What libcurl needs once in a process.
private enum CurlLibrary {
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
