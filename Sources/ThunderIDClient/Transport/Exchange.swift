/// One exchange, to read its answer and to blame it for errors.
struct Exchange {
  let method: String
  /// The path without its query: a filter may hold what a person would not want in a log.
  let path: String
  /// The id that was sent; the server echoes it.
  let correlationId: String?
  /// What was sent to prove who asks: an answer that echoes it, as those of some proxies do, must not be shown with it.
  var credentials: [String] = []

  /// `POST /applications`.
  var request: String { "\(method) \(path)" }
  /// Whether it was meant to change anything.
  var isWrite: Bool { method != "GET" && method != "HEAD" }

  /// The JSON of an answer of success; nil where there is no body.
  ///
  /// - Throws: ``ThunderIDError``: by status, or `.serverError` for an answer that is not JSON.
  func json(of response: HTTPResponse) throws -> JSONValue? {
    guard (200..<300).contains(response.status) else { throw failure(response) }
    if response.body.isEmpty { return nil }
    do {
      return try JSONValue(parsing: response.body)
    } catch {
      let type = response.headers["content-type"].map(shown) ?? "an unnamed content type"
      let isJSON = type.lowercased().contains("json")
      let problem = isJSON ? "with JSON that can't be read: \(error)" : "with \(type) instead of JSON"
      throw unreadable(response, problem)
    }
  }

  /// An answer of success that is not what it should be; a write may have taken effect.
  func unreadable(_ response: HTTPResponse, _ problem: String) -> ThunderIDError {
    var error = ThunderIDError(
      code: .serverError, message: "\(request): the server answered \(response.status) \(problem).")
    fill(&error, response)
    error.mayHaveTakenEffect = isWrite
    return error
  }

  /// The error of an answer that is none of success; code and advice follow the status unless they are given.
  func failure(
    _ response: HTTPResponse, code: ThunderIDErrorCode? = nil, advice: String? = nil
  ) -> ThunderIDError {
    let body = ErrorBody(response, shown: shown)
    var message = "\(request): the server answered \(response.status)"
    message += body.line.map { " " + $0 } ?? ""
    if !message.hasSuffix(".") { message += "." }
    if let advice = advice ?? self.advice(response) { message += " " + advice }
    var error = ThunderIDError(code: code ?? ThunderIDErrorCode(status: response.status), message: message)
    error.serverCode = body.code
    error.serverMessage = body.message
    error.serverDescription = body.description
    error.fieldErrors = body.fieldErrors
    fill(&error, response)
    error.mayHaveTakenEffect = isWrite && response.status >= 500
    return error
  }

  /// The error of an exchange without an answer.
  func failure(_ cause: any Error) -> any Error {
    if cause is CancellationError || cause is ThunderIDError { return cause }
    let transport = cause as? TransportError
    let code: ThunderIDErrorCode =
      switch transport?.code {
      case .timeout: .requestTimeout
      case .badRequest: .invalidInput
      default: .networkError
      }
    // A fetcher may throw anything, and its words may hold what it was given: only the type is shown.
    let reason = transport.map { shown($0.message) } ?? "the transport failed with \(type(of: cause))"
    var error = ThunderIDError(code: code, message: "\(request): \(reason).", underlyingError: cause)
    error.request = request
    let mayHaveBeenSent = transport?.mayHaveBeenSent ?? true
    // Of what was never sent the server's log knows nothing.
    error.correlationId = mayHaveBeenSent ? correlationId : nil
    error.mayHaveTakenEffect = isWrite && mayHaveBeenSent
    return error
  }

  private func fill(_ error: inout ThunderIDError, _ response: HTTPResponse) {
    error.status = response.status
    error.request = request
    error.retryAfter = RetryAfter.seconds(response.headers)
    error.correlationId = response.headers["x-correlation-id"].map(shown) ?? correlationId
  }

  /// Text of the answer as a message may show it.
  func shown(_ text: String) -> String {
    // A few letters are in every text: hiding them would hide the complaint.
    let secrets = credentials.filter { $0.utf8.count >= 6 }
    return ServerText.clean(
      secrets.reduce(text) { $0.split(separator: $1, omittingEmptySubsequences: false).joined(separator: "(hidden)") })
  }

  private func advice(_ response: HTTPResponse) -> String? {
    switch response.status {
    case 300..<400:
      // The query stays out: it may hold a code or a token.
      let place = response.headers["location"].map { String($0.prefix { $0 != "?" && $0 != "#" }) }
      let target = place.flatMap { try? ServerURL($0).origin }.map(shown)
      return "Redirects are not followed\(target.map { " (this one leads to \($0))" } ?? ""); check the server address."
    case 401: return "The access token is missing, expired or not for this server: sign in again."
    case 403: return "The access token lacks permission for the operation."
    case 429, 503:
      guard let wait = RetryAfter.seconds(response.headers), wait > RetryPolicy().longestRetryAfter else { return nil }
      return
        "It asks to be left alone for \(Int(wait.rounded(.up))) s, which is longer than is waited here: try again then."
    default: return nil
    }
  }
}

extension ThunderIDErrorCode {
  /// The code of an HTTP status that is none of success.
  init(status: Int) {
    switch status {
    case 400, 405, 413, 415, 422: self = .invalidInput
    case 401: self = .authenticationFailed
    case 403: self = .forbidden
    case 404: self = .notFound
    case 408, 504: self = .requestTimeout
    case 409: self = .conflict
    case 500...: self = .serverError
    default: self = .unknownError
    }
  }
}
