import ThunderID

/// A ThunderID in memory: takes a request, gives the answer that server 1.0.0 would give.
///
/// It starts as a freshly set-up server does. Of a request's URL only path and query count.
package final class SandboxServer: Sendable {
  /// What goes wrong on demand.
  package let faults = FaultBoard()

  private let state: Locked<SandboxState>
  private let file: StateFile?

  /// A server that forgets everything when it goes.
  ///
  /// - Parameters:
  ///   - recordLimit: how many records a list may have before it answers 500 as the real server does; nil lifts it.
  ///   - tokenLifetime: seconds until a token of the token endpoint expires.
  package init(recordLimit: Int? = 1000, tokenLifetime: Int = 3600) {
    state = Locked(.fresh(recordLimit: recordLimit, tokenLifetime: tokenLifetime))
    file = nil
  }

  /// A server that keeps its state in a file, which is made where it is missing. Several processes may share it.
  ///
  /// - Throws: ``StateFileError`` where the file can't be read or written, or is none of the sandbox's. Such a file is
  ///   never overwritten.
  package init(file path: String, recordLimit: Int? = 1000, tokenLifetime: Int = 3600) throws {
    let file = StateFile(path: path)
    var initial = SandboxState.fresh(recordLimit: recordLimit, tokenLifetime: tokenLifetime)
    try file.open(&initial)
    state = Locked(initial)
    self.file = file
  }

  /// Answers one request.
  package func handle(_ request: HTTPRequest) -> HTTPResponse {
    let call = Call(request)
    var reply = call.path.first == "__sandbox" ? FaultEndpoint.answer(call, self) : answer(call)
    if call.method == "HEAD" {
      reply.headers.append(("Content-Length", String(reply.body.count)))
      reply.body = []
    }
    let headers =
      reply.headers + [
        ("X-Correlation-Id", request.headers["x-correlation-id"] ?? Fresh.id()), ("X-Frame-Options", "DENY"),
      ]
    return HTTPResponse(status: reply.status, headers: HTTPHeaders(headers), body: reply.body)
  }

  private func answer(_ call: Call) -> Reply {
    do {
      return try change { Router.answer(call, &$0) }
    } catch {
      return .plain(500, "\(error)")
    }
  }

  private func change<Result>(_ body: (inout SandboxState) -> Result) throws -> Result {
    try state.withLock { state in
      guard let file else { return body(&state) }
      return try file.withLatest(&state, body)
    }
  }

  /// Makes every token that was given out invalid from now on; the fixed ones stay.
  package func expireTokens() throws {
    try change { $0.expireTokens() }
  }

  /// A token for a user or an application, with what its roles permit: as if it had signed in.
  package func token(for subject: String) throws -> String {
    try change { state in
      TokenEndpoints.issue(&state, subject: subject, permissions: state.permissions(of: subject).sorted())
    }
  }
}
