#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The few calls of POSIX sockets that a server on loopback needs.
enum Socket {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let quiet: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let quiet = Int32(MSG_NOSIGNAL)
  #endif

  /// A listening socket on 127.0.0.1, and its port; nil with `errno` set where there is none to be had.
  static func listen(port: UInt16) -> (socket: Int32, port: UInt16)? {
    let listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { return nil }
    set(listener, SOL_SOCKET, SO_REUSEADDR)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = loopback(port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && system_listen(listener, 128) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isOpen else {
      let reason = errno
      _ = close(listener)
      errno = reason
      return nil
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Opens a connection and closes it, so that a thread that waits for one looks up.
  static func knock(port: UInt16) {
    let visitor = socket(AF_INET, stream, 0)
    guard visitor >= 0 else { return }
    var address = loopback(port)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(visitor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    _ = close(visitor)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// The next connection; nil once the listener is closed.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      let connection = system_accept(listener)
      if connection >= 0 {
        set(connection, Int32(IPPROTO_TCP), TCP_NODELAY)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
          set(connection, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return connection
      }
      guard errno == EINTR || errno == ECONNABORTED || errno == EMFILE || errno == ENFILE else { return nil }
      // Out of descriptors: others have to go before this one can come.
      if errno == EMFILE || errno == ENFILE { usleep(10_000) }
    }
  }

  /// Reads what is there, at most `limit` bytes; empty at the end, nil where the connection broke.
  static func read(_ connection: Int32, limit: Int = 1 << 16) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let got = recv(connection, buffer.baseAddress, limit, 0)
        if got < 0, errno == EINTR { continue }
        failed = got < 0
        count = max(0, got)
        return
      }
    }
    return failed ? nil : bytes
  }

  /// Writes everything; false where the other side has gone.
  static func write(_ connection: Int32, _ bytes: some Collection<UInt8>) -> Bool {
    let whole = Array(bytes)
    return whole.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        let sent = send(connection, base + done, buffer.count - done, quiet)
        if sent < 0 {
          if errno == EINTR { continue }
          return false
        }
        done += sent
      }
      return true
    }
  }

  /// Wakes everybody who waits on the socket.
  static func shutDown(_ socket: Int32) { _ = shutdown(socket, both) }

  static func shut(_ socket: Int32) { _ = close(socket) }

  /// Closes so that the other side sees a reset, not an end.
  static func reset(_ connection: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    _ = close(connection)
  }

  static func pause(seconds: Double) { usleep(UInt32(max(0, min(seconds, 4000)) * 1e6)) }

  private static func set(_ socket: Int32, _ level: Int32, _ option: Int32) {
    var one: Int32 = 1
    _ = setsockopt(socket, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  #if canImport(Darwin)
    private static let both = SHUT_RDWR
  #else
    private static let both = Int32(SHUT_RDWR)
  #endif
}

private func system_listen(_ socket: Int32, _ backlog: Int32) -> Int32 { listen(socket, backlog) }
private func system_accept(_ socket: Int32) -> Int32 { accept(socket, nil, nil) }

/// A thread of its own for work that waits on a socket.
enum DetachedThread {
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, run, box.toOpaque())
      if result == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, run, box.toOpaque())
      if result == 0 { pthread_detach(thread) }
    #endif
    if result != 0 { box.release() }
    return result == 0
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
      Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }
  #endif
}
