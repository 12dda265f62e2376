import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The thread on which libcurl runs.
struct WorkerThread: @unchecked Sendable {
  private let thread: pthread_t

  /// Starts it.
  ///
  /// - Throws: ``TransportError`` where the system gives no thread.
  init(_ mailbox: Mailbox, _ configuration: CurlTransport.Configuration) throws {
    let start = Unmanaged.passRetained(Start(mailbox, configuration))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { WorkerThread.run($0) }, start.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { WorkerThread.run($0!) }, start.toOpaque())
    #endif
    guard code == 0 else {
      start.release()
      mailbox.multi.destroy()
      throw TransportError(
        code: .unreachable, message: "no thread for the network: \(String(cString: strerror(code)))",
        mayHaveBeenSent: false)
    }
    #if canImport(Darwin)
      self.thread = thread!
    #else
      self.thread = thread
    #endif
  }

  /// Waits until it has ended.
  func join() {
    // The last reference can fall on the thread itself where an executor runs a resumed task in place.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
    Worker(start.mailbox, start.configuration).run()
    return nil
  }

  private final class Start: Sendable {
    let mailbox: Mailbox
    let configuration: CurlTransport.Configuration

    init(_ mailbox: Mailbox, _ configuration: CurlTransport.Configuration) {
      self.mailbox = mailbox
      self.configuration = configuration
    }
  }
}
