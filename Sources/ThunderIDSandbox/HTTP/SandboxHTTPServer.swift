import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Serves a sandbox over HTTP/1.1 on 127.0.0.1, a thread for each connection.
package final class SandboxHTTPServer: Sendable {
  /// The port it listens on.
  package let port: Int
  /// `http://127.0.0.1:PORT`.
  package var address: String { "http://127.0.0.1:\(port)" }

  private let server: SandboxServer
  private let listener: Int32
  private let open = Locked<(isStopped: Bool, isListening: Bool, connections: Set<Int32>)>((false, false, []))

  /// Takes a port; 0 takes any that is free. Nothing is answered before ``start()``.
  ///
  /// - Throws: ``SandboxHTTPError`` where the port can't be had.
  package init(server: SandboxServer, port: Int) throws {
    guard let number = UInt16(exactly: port) else {
      throw SandboxHTTPError(description: "port \(port) is none: it is a number from 0 to 65535")
    }
    guard let (listener, taken) = Socket.listen(port: number) else {
      throw SandboxHTTPError(
        description: "can't listen on 127.0.0.1:\(port): \(String(cString: strerror(errno)))")
    }
    self.server = server
    self.listener = listener
    self.port = Int(taken)
  }

  /// Begins to answer, on threads of its own.
  package func start() {
    let isFirst = open.withLock { open in
      defer { open.isListening = true }
      return !open.isListening
    }
    guard isFirst else { return }
    _ = DetachedThread.start { [self] in
      while let connection = Socket.accept(listener) {
        let isWelcome = open.withLock { open in
          if !open.isStopped { open.connections.insert(connection) }
          return !open.isStopped
        }
        guard isWelcome else {
          Socket.shut(connection)
          break
        }
        if !DetachedThread.start({ [self] in serve(connection) }) { forget(connection) }
      }
      Socket.shut(listener)
    }
  }

  /// Stops listening and ends all connections.
  package func stop() {
    let isListening = open.withLock { open -> Bool? in
      guard !open.isStopped else { return nil }
      open.isStopped = true
      for connection in open.connections { Socket.shutDown(connection) }
      return open.isListening
    }
    switch isListening {
    case true?: Socket.knock(port: UInt16(port))
    case false?: Socket.shut(listener)
    case nil: break
    }
  }

  private func forget(_ connection: Int32, isReset: Bool = false) {
    // Taken off the list first: once closed, the number may be somebody else's.
    open.withLock { _ = $0.connections.remove(connection) }
    if isReset { Socket.reset(connection) } else { Socket.shut(connection) }
  }

  private func serve(_ connection: Int32) {
    var reader = RequestReader(connection)
    var isReused = false
    var isReset = false
    do {
      loop: while let (request, isKept) = try reader.next() {
        switch answer(request, isKept: isKept, isReused: isReused, connection) {
        case .next: isReused = true
        case .end: break loop
        case .reset:
          isReset = true
          break loop
        }
      }
    } catch let problem as RequestReader.Problem {
      let response = HTTPResponse(
        status: problem.status, headers: HTTPHeaders([("Content-Type", "text/plain; charset=utf-8")]),
        body: Array(problem.text.utf8))
      _ = Socket.write(connection, ResponseWriter.head(response, isKept: false) + response.body)
    } catch {
      // The reader throws nothing else.
    }
    forget(connection, isReset: isReset)
  }

  private enum Next { case next, end, reset }

  private func answer(_ request: HTTPRequest, isKept: Bool, isReused: Bool, _ connection: Int32) -> Next {
    let kinds = server.faults.take(request)
    guard !kinds.isEmpty else {
      let response = server.handle(request)
      let isSent = Socket.write(connection, ResponseWriter.head(response, isKept: isKept) + response.body)
      return isSent && isKept ? .next : .end
    }
    let exchange = FaultyExchange(kinds)
    Socket.pause(seconds: exchange.delay)
    switch exchange.perform(request, on: server, isReused: isReused) {
    case .reset: return .reset
    case .stale: return .end
    case .truncated(let response):
      _ = Socket.write(
        connection, ResponseWriter.head(response, isKept: isKept) + response.body.prefix(response.body.count / 2))
      return .end
    case .answer(let response):
      let isSent =
        write(ResponseWriter.head(response, isKept: isKept), over: exchange.slowHeader, connection)
        && write(response.body, over: exchange.slowBody, connection)
      return isSent && isKept && !exchange.isStale ? .next : .end
    }
  }

  /// Writes in ten pieces over that time.
  private func write(_ bytes: [UInt8], over seconds: Double, _ connection: Int32) -> Bool {
    guard seconds > 0, bytes.count > 1 else { return Socket.write(connection, bytes) }
    let size = max(1, bytes.count / 10)
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Socket.write(connection, rest.prefix(size)) else { return false }
      rest = rest.dropFirst(size)
      Socket.pause(seconds: seconds / 10)
    }
    return true
  }
}

/// Why the sandbox can't be served.
package struct SandboxHTTPError: Error, Sendable, CustomStringConvertible {
  /// What happened.
  package let description: String
}

/// Writes the head of an answer.
enum ResponseWriter {
  static func head(_ response: HTTPResponse, isKept: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status) \(reasons[response.status] ?? "Status")\r\n"
    for field in response.headers.fields { text += "\(field.name): \(clean(field.value))\r\n" }
    text += "Date: \(date())\r\n"
    if response.headers["content-length"] == nil, response.status != 204 {
      text += "Content-Length: \(response.body.count)\r\n"
    }
    if !isKept { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// A value that came in with a request must not begin a line of its own.
  private static func clean(_ value: String) -> String {
    String(decoding: value.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }

  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
