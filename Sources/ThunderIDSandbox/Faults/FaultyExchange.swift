import ThunderID

/// One request with the faults that hit it: what is to happen, apart from the waiting and the wire.
struct FaultyExchange {
  enum Outcome {
    case answer(HTTPResponse)
    /// The body breaks off.
    case truncated(HTTPResponse)
    /// Nothing comes back; the connection is reset.
    case reset
    /// Nothing comes back on a kept connection, which is closed.
    case stale
  }

  let kinds: [Fault.Kind]
  /// Seconds to wait before the request is looked at.
  var delay: Double = 0
  /// Seconds over which the head of the answer comes.
  var slowHeader: Double = 0
  /// Seconds over which the body of the answer comes.
  var slowBody: Double = 0

  init(_ kinds: [Fault.Kind]) {
    self.kinds = kinds
    for kind in kinds {
      switch kind {
      case .delay(let seconds): delay += seconds
      case .slowHeader(let seconds): slowHeader += seconds
      case .slowBody(let seconds): slowBody += seconds
      default: break
      }
    }
  }

  /// Whether the connection is to be found closed by the next request.
  var isStale: Bool { kinds.contains { if case .staleConnection = $0 { true } else { false } } }

  /// Does what the request and its faults ask for.
  ///
  /// - Parameter isReused: whether the request came on a connection that was kept.
  func perform(_ request: HTTPRequest, on server: SandboxServer, isReused: Bool) -> Outcome {
    for kind in kinds {
      switch kind {
      case .expireTokens: try? server.expireTokens()
      case .reset(.before): return .reset
      case .staleConnection where isReused: return .stale
      case .status(let status, let retryAfter, .before): return .answer(refusal(status, retryAfter))
      case .notJSON: return .answer(FaultyExchange.page)
      default: break
      }
    }
    var outcome = Outcome.answer(server.handle(request))
    for kind in kinds { apply(kind, to: &outcome, on: server) }
    return outcome
  }

  private func apply(_ kind: Fault.Kind, to outcome: inout Outcome, on server: SandboxServer) {
    switch (kind, outcome) {
    case (.reset(.after), _): outcome = .reset
    case (.status(let status, let retryAfter, .after), _): outcome = .answer(refusal(status, retryAfter))
    case (.truncatedBody, .answer(let response)): outcome = response.body.isEmpty ? .reset : .truncated(response)
    case (.wrongContentType, .answer(var response)):
      response.headers["Content-Type"] = "text/plain; charset=utf-8"
      outcome = .answer(response)
    case (.meanwhile(let requests), _):
      for request in requests { _ = server.handle(request) }
    case (.hook(let body), _): body(server)
    default: break
    }
  }

  private func refusal(_ status: Int, _ retryAfter: Int?) -> HTTPResponse {
    let reply = Refusal(status, "SSE-5000").reply
    var headers = reply.headers
    if let retryAfter { headers.append(("Retry-After", String(retryAfter))) }
    return HTTPResponse(status: status, headers: HTTPHeaders(headers), body: reply.body)
  }

  private static let page = HTTPResponse(
    status: 200, headers: HTTPHeaders([("Content-Type", "text/html; charset=utf-8")]),
    body: Array("<!doctype html><title>Sign in to the network</title>\n".utf8))
}
