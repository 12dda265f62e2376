#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// A connection of a test's own, which sees each byte.
final class RawClient {
  struct Response {
    let head: String
    let body: String
    /// The declared length.
    let length: Int?
    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
  }

  private let connection: Int32
  private var buffer: [UInt8] = []

  init?(port: Int) {
    #if canImport(Darwin)
      connection = socket(AF_INET, SOCK_STREAM, 0)
    #else
      connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(connection, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { return nil }
    // A test that waits for an answer that never comes has to end.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    _ = setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { _ = close(connection) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Darwin)
      let quiet: Int32 = 0
    #else
      let quiet = Int32(MSG_NOSIGNAL)
    #endif
    _ = Self.send(connection, bytes, quiet)
  }

  private static func send(_ connection: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
    bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.send(connection, buffer.baseAddress, buffer.count, flags)
      #elseif canImport(Musl)
        Musl.send(connection, buffer.baseAddress, buffer.count, flags)
      #else
        Glibc.send(connection, buffer.baseAddress, buffer.count, flags)
      #endif
    }
  }

  /// One answer; nil where the connection ended or broke before it was whole.
  func readResponse(hasBody: Bool = true) -> Response? {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if let end = buffer.firstRange(of: mark) {
        let head = String(decoding: buffer[..<end.upperBound], as: UTF8.self)
        let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let length = field.flatMap { Int($0.split(separator: ":")[1].drop { $0 == " " }) }
        let size = hasBody ? length ?? 0 : 0
        while buffer.count < end.upperBound + size {
          guard fill() else { return nil }
        }
        let body = String(decoding: buffer[end.upperBound..<end.upperBound + size], as: UTF8.self)
        buffer.removeFirst(end.upperBound + size)
        return Response(head: head, body: body, length: length)
      }
      guard fill() else { return nil }
    }
  }

  /// Whether the other side has ended the connection, with nothing left to read.
  func isAtEnd() -> Bool { buffer.isEmpty && !fill() }

  /// Whether the next thing to come is a reset.
  func isReset() -> Bool {
    var byte: UInt8 = 0
    return buffer.isEmpty && recv(connection, &byte, 1, 0) < 0 && errno == ECONNRESET
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &bytes, bytes.count, 0)
    if count > 0 { buffer += bytes[..<count] }
    return count > 0
  }
}
