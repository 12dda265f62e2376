import ThunderID

/// Reads requests of HTTP/1.1 (RFC 9112) from a connection, one after the other.
struct RequestReader {
  /// Why there is no request: the status to answer before the connection is closed.
  struct Problem: Error {
    let status: Int
    let text: String
  }

  static let headLimit = 64 << 10
  static let bodyLimit = 16 << 20

  private let connection: Int32
  private var buffer: [UInt8] = []
  private var isEnded = false

  init(_ connection: Int32) { self.connection = connection }

  /// The next request, and whether the connection is kept after it; nil at the end of the connection.
  ///
  /// - Throws: ``Problem`` for what is no HTTP, or too large.
  mutating func next() throws -> (request: HTTPRequest, isKept: Bool)? {
    guard let head = try readHead() else { return nil }
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.removeFirst().split(separator: " ").map(String.init)
    guard start.count == 3, start[2] == "HTTP/1.1" || start[2] == "HTTP/1.0" else { throw malformed }
    var headers = HTTPHeaders()
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { throw malformed }
      var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      headers.append(String(line[..<colon]), String(value))
    }
    if headers["expect"]?.lowercased() == "100-continue" {
      _ = Socket.write(connection, "HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }
    let body = try readBody(headers)
    let wish = headers["connection"]?.lowercased()
    let isKept = start[2] == "HTTP/1.1" ? wish != "close" : wish == "keep-alive"
    return (HTTPRequest(method: start[0], url: start[1], headers: headers, body: body), isKept)
  }

  private var malformed: Problem { Problem(status: 400, text: "400 Bad Request") }

  /// Everything up to the empty line.
  private mutating func readHead() throws -> String? {
    var searched = 0
    while true {
      if let end = find(Array("\r\n\r\n".utf8), from: max(0, searched - 3)) {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 4)
        return head
      }
      searched = buffer.count
      guard buffer.count <= RequestReader.headLimit else {
        throw Problem(status: 431, text: "431 Request Header Fields Too Large")
      }
      guard fill() else {
        if buffer.isEmpty { return nil }
        throw malformed
      }
    }
  }

  private mutating func readBody(_ headers: HTTPHeaders) throws -> [UInt8]? {
    if headers["transfer-encoding"]?.lowercased() == "chunked" { return try readChunks() }
    guard let text = headers["content-length"] else { return nil }
    guard let length = Int(text), length >= 0 else { throw malformed }
    return try take(length)
  }

  private mutating func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = try takeLine()
      guard let size = Int(line.prefix { $0 != ";" && $0 != " " }, radix: 16), size >= 0 else { throw malformed }
      if size == 0 {
        while try !takeLine().isEmpty {}
        return body
      }
      guard body.count + size <= RequestReader.bodyLimit else { throw tooLarge }
      body += try take(size)
      guard try takeLine().isEmpty else { throw malformed }
    }
  }

  private var tooLarge: Problem { Problem(status: 413, text: "413 Content Too Large") }

  private mutating func take(_ count: Int) throws -> [UInt8] {
    guard count <= RequestReader.bodyLimit else { throw tooLarge }
    while buffer.count < count {
      guard fill() else { throw malformed }
    }
    let taken = Array(buffer[..<count])
    buffer.removeFirst(count)
    return taken
  }

  private mutating func takeLine() throws -> String {
    while true {
      if let end = find(Array("\r\n".utf8), from: 0) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 2)
        return line
      }
      guard buffer.count <= RequestReader.headLimit, fill() else { throw malformed }
    }
  }

  private mutating func fill() -> Bool {
    guard !isEnded, let bytes = Socket.read(connection), !bytes.isEmpty else {
      isEnded = true
      return false
    }
    buffer += bytes
    return true
  }

  private func find(_ mark: [UInt8], from start: Int) -> Int? {
    guard buffer.count >= mark.count, start <= buffer.count - mark.count else { return nil }
    return (start...(buffer.count - mark.count)).first { index in
      buffer[index] == mark[0] && buffer[index..<index + mark.count].elementsEqual(mark)
    }
  }
}
