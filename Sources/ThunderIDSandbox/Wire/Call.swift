import ThunderID

/// A request taken apart, and who sent it.
struct Call {
  let method: String
  /// The path's segments, decoded: `["users", "me"]`. A trailing slash leaves an empty last segment.
  let path: [String]
  let query: Query
  let headers: HTTPHeaders
  let body: [UInt8]
  var caller = Caller(subject: "", permissions: [])
  /// The segments that a route's pattern left open.
  var parameters: [String] = []

  init(_ request: HTTPRequest) {
    method = request.method
    headers = request.headers
    body = request.body ?? []
    let target = Call.target(request.url)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      Query.decode($0, plusIsSpace: false)
    }
    query = Query(parts.count > 1 ? parts[1] : "")
  }

  var id: String { parameters.first ?? "" }

  /// Path and query of an absolute URL, or of a URL that is only those.
  private static func target(_ url: String) -> Substring {
    let withoutFragment = url.prefix { $0 != "#" }
    guard let scheme = withoutFragment.firstRange(of: "://") else { return withoutFragment }
    let rest = withoutFragment[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
  }

  /// The body as a JSON object. What stands behind the first value is not looked at, nor is the content type.
  ///
  /// - Throws: a refusal with `code` where there is no object.
  func object(_ code: String) throws -> JSONObject {
    if let value = try? JSONValue(parsing: body) {
      guard case .object(let object) = value else { throw Refusal(400, code) }
      return object
    }
    // The server's decoder stops behind the first value: "{…} junk" passes.
    guard let end = JSONPrefix.end(of: body), let value = try? JSONValue(parsing: body[..<end]),
      case .object(let object) = value
    else { throw Refusal(400, code) }
    return object
  }
}

/// Finds where the first JSON object of a text ends.
private enum JSONPrefix {
  static func end(of bytes: [UInt8]) -> Int? {
    var depth = 0
    var isText = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }
}

/// Whose token a call carries, and what the token may do.
struct Caller {
  let subject: String
  let permissions: Set<String>

  /// A permission covers those under it: `system` covers `system:user`, which covers `system:user:view`.
  func holds(_ permission: String) -> Bool {
    permissions.contains { held in permission == held || permission.hasPrefix(held + ":") }
  }
}
