import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A request as it stood on the wire.
struct ReceivedRequest: Sendable, Equatable {
  let method: String
  let target: String
  let headers: HTTPHeaders
  let body: [UInt8]
  /// Which connection of the server it came over, from 0.
  let connection: Int
}

/// One connection from the server's side.
struct ServerConnection: Sendable {
  let socket: Int32
  /// Which connection of the server it is, from 0.
  let number: Int
  let record: @Sendable (ReceivedRequest) -> Void

  /// The next request, whole; nil where the client has closed.
  func readRequest() -> ReceivedRequest? {
    guard let head = readHead() else { return nil }
    let lines = head.split(separator: "\r\n").map(String.init)
    let start = lines.first?.split(separator: " ").map(String.init) ?? []
    guard start.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return parts.count == 2 ? (parts[0], String(parts[1].drop { $0 == " " })) : nil
    }
    let headers = HTTPHeaders(fields)
    guard let body = read(headers["content-length"].flatMap(Int.init) ?? 0) else { return nil }
    let request = ReceivedRequest(method: start[0], target: start[1], headers: headers, body: body, connection: number)
    record(request)
    return request
  }

  /// Everything up to the empty line; nothing behind it is taken.
  func readHead() -> String? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = read(1) else { return nil }
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// So many bytes; nil where the client closes before.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + filled, count - filled, 0) }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }

  /// Sends all of a text; says whether the client took it.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemSend(socket, $0.baseAddress! + sent, bytes.count - sent, flags)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends with RST instead of FIN when the script is over.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Says that nothing more will be sent, as a server does that closes an idle connection.
  func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// Waits, without answering, until the client has gone.
  func waitForClose() {
    while read(1) != nil {}
  }
}

private let systemSend: @Sendable (Int32, UnsafeRawPointer, Int, Int32) -> Int = { send($0, $1, $2, $3) }
