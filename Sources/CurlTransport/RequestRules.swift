import ThunderID

/// What a request must keep to, so that it goes out as it was meant.
enum RequestRules {
  /// Fields that follow from the body; a wrong one would let a part of the body pass for the next request.
  private static let framing: Set<String> = ["content-length", "transfer-encoding", "expect"]

  /// - Throws: ``TransportError`` with `.badRequest`.
  static func check(_ request: HTTPRequest) throws {
    guard isToken(request.method), request.method != "CONNECT" else { throw bad("the method is not one of HTTP") }
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw bad("the URL holds characters that must be percent-encoded")
    }
    let origin = Origin(request.url)
    guard origin.scheme == "http" || origin.scheme == "https", !origin.host.isEmpty else {
      throw bad("the URL is not one of http or https")
    }
    guard !origin.hasUserInfo else { throw bad("the URL holds a user name or password") }
    guard request.method != "HEAD" || request.body == nil else { throw bad("a HEAD request has no body") }
    for field in request.headers.fields {
      guard isToken(field.name) else { throw bad("a header has a name that is not one of HTTP") }
      guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
        // The value may be a secret: only the name is shown.
        throw bad("the header \(field.name) holds control characters")
      }
    }
  }

  /// The body of requests without one whose method usually has one: "Content-Length: 0" says so (RFC 9110, 8.6).
  static func emptyBody(of method: String) -> [UInt8]? {
    ["POST", "PUT", "PATCH"].contains(method) ? [] : nil
  }

  /// The header fields in libcurl's spelling.
  static func headerLines(of request: HTTPRequest) -> [String] {
    // "Name:" takes a field out that libcurl would add. Waiting for "100 Continue" costs a second where none comes.
    var lines = ["Expect:"]
    var hasContentType = false
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if framing.contains(name) { continue }
      hasContentType = hasContentType || name == "content-type"
      // "Name;" is a field without a value.
      let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      lines.append(isEmpty ? field.name + ";" : field.name + ": " + field.value)
    }
    // Else libcurl calls every body a form.
    if !hasContentType { lines.append("Content-Type:") }
    return lines
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          return true
        default: return "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func bad(_ message: String) -> TransportError {
    TransportError(code: .badRequest, message: message, mayHaveBeenSent: false)
  }
}
