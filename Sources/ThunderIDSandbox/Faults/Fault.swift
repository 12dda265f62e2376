import ThunderID

/// Something that goes wrong with requests that fit a pattern.
package struct Fault: Sendable {
  /// Whether the request takes effect before it goes wrong.
  package enum Effect: String, Sendable {
    case before, after
  }

  /// What goes wrong.
  package enum Kind: Sendable {
    /// The server waits before it looks at the request.
    case delay(seconds: Double)
    /// The connection is reset, before or after the request took effect; there is no answer.
    case reset(Effect)
    /// The answer breaks off in the middle of its body.
    case truncatedBody
    /// The connection is closed although it was to be kept: without an answer where the request came on a kept one,
    /// after the answer where it came on a new one.
    case staleConnection
    /// An answer of that status with the server's own words, before or after the request took effect.
    case status(Int, retryAfter: Int?, Effect)
    /// 200 with a page of HTML, as a proxy in between would answer; the request takes no effect.
    case notJSON
    /// The right body under the content type `text/plain`.
    case wrongContentType
    /// The head of the answer comes in pieces over that time.
    case slowHeader(seconds: Double)
    /// The body of the answer comes in pieces over that time.
    case slowBody(seconds: Double)
    /// All tokens that were given out expire before the request is looked at.
    case expireTokens
    /// The administrator sends these requests right after this one: a listing that moves between its pages.
    case meanwhile([HTTPRequest])
    /// Anything, right after the request.
    case hook(@Sendable (SandboxServer) -> Void)
  }

  /// The method, or nil for all.
  package var method: String?
  /// The path without query; `*` stands for any characters.
  package var path: String
  /// The first of the fitting requests that it hits, counted from 1.
  package var nth: Int
  /// How many it hits; nil for all from there on.
  package var times: Int?
  /// What goes wrong.
  package var kind: Kind

  package init(_ kind: Kind, method: String? = nil, path: String = "*", nth: Int = 1, times: Int? = 1) {
    self.method = method
    self.path = path
    self.nth = nth
    self.times = times
    self.kind = kind
  }

  func fits(_ request: HTTPRequest, path: String) -> Bool {
    (method == nil || method == request.method) && Fault.matches(Array(self.path.utf8)[...], Array(path.utf8)[...])
  }

  func hits(_ count: Int) -> Bool { count >= nth && (times.map { count < nth + $0 } ?? true) }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == UInt8(ascii: "*") {
      let rest = pattern.dropFirst()
      return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    }
    return text.first == first && matches(pattern.dropFirst(), text.dropFirst())
  }
}
