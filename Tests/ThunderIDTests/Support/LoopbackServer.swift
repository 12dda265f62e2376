import Foundation
import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A server on 127.0.0.1 that gives what a closure says, byte by byte, and keeps what it was sent.
///
/// One answer per connection; nil keeps the connection silent until the server stops.
final class LoopbackServer: Sendable {
  private let listener: Int32
  private let log = Locked<[String]>([])
  private let silent = Locked<[Int32]>([])
  let port: UInt16

  init(_ answer: @escaping @Sendable (_ request: String) -> String?) throws {
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileNoSuchFile) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [self] in serve(connection, answer) }
      }
    }
  }

  var address: String { "http://127.0.0.1:\(port)" }
  /// The requests in the order they came, head and body.
  var requests: [String] { log.withLock { $0 } }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    silent.withLock { connections in
      for connection in connections { close(connection) }
      connections = []
    }
  }

  private func serve(_ connection: Int32, _ answer: (String) -> String?) {
    guard let request = read(from: connection) else {
      close(connection)
      return
    }
    log.withLock { $0.append(request) }
    guard let text = answer(request) else {
      silent.withLock { $0.append(connection) }
      return
    }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      bytes = bytes.dropFirst(count)
    }
    close(connection)
  }

  private func read(from connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text.lowercased().range(of: "content-length: ").map {
          Int(text[$0.upperBound...].prefix { $0.isNumber }) ?? 0
        }
        if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
