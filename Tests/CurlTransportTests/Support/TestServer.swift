import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A server on 127.0.0.1 whose every byte is the test's own: a thread for each connection runs the given script.
final class TestServer: Sendable {
  private struct State {
    var sockets: Set<Int32> = []
    var isStopped = false
    var connectionCount = 0
    var requests: [ReceivedRequest] = []
  }

  let port: UInt16
  private let listener: Int32
  private let state = Locked(State())

  /// Starts listening; `script` gets each connection, and its socket is closed after it.
  init(_ script: @escaping @Sendable (ServerConnection) -> Void) throws {
    (listener, port) = try TestServer.listen()
    let (listener, state) = (listener, state)
    startThread {
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { return }
        let number = state.withLock { state -> Int? in
          guard !state.isStopped else { return nil }
          state.sockets.insert(socket)
          defer { state.connectionCount += 1 }
          return state.connectionCount
        }
        guard let number else {
          _ = close(socket)
          return
        }
        startThread {
          let connection = ServerConnection(socket: socket, number: number) { request in
            state.withLock { $0.requests.append(request) }
          }
          script(connection)
          state.withLock { state in
            state.sockets.remove(socket)
            _ = close(socket)
          }
        }
      }
    }
  }

  deinit {
    state.withLock { state in
      state.isStopped = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// A server that answers every request of every connection alike.
  static func answering(_ answer: String) throws -> TestServer {
    try TestServer { connection in
      while connection.readRequest() != nil { connection.send(answer) }
    }
  }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests that have come in whole.
  var requests: [ReceivedRequest] { state.withLock { $0.requests } }
  /// How many connections there have been.
  var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// A socket that listens on a free port.
  private static func listen() throws -> (socket: Int32, port: UInt16) {
    #if canImport(Darwin)
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && startListening(socket) && getsockname(socket, $0, &length) == 0
      }
    }
    guard isListening else { throw SocketFailure(code: errno) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// A port on which nobody listens.
  static func freePort() throws -> UInt16 {
    let (socket, port) = try listen()
    close(socket)
    return port
  }
}

struct SocketFailure: Error { let code: Int32 }

private func startListening(_ socket: Int32) -> Bool { listen(socket, 512) == 0 }

/// Runs `body` on a thread of its own.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box)
    if code == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box)
    if code == 0 { pthread_detach(thread) }
  #endif
}
