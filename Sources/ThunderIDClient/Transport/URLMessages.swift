import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The request in Foundation's words.
  ///
  /// - Throws: ``TransportError`` with `.badRequest` where the address is none.
  init(_ request: HTTPRequest) throws {
    guard let url = URL(string: request.url) else {
      throw TransportError(code: .badRequest, message: "the address is not a URL", mayHaveBeenSent: false)
    }
    self.init(url: url)
    httpMethod = request.method
    for field in request.headers.fields { setValue(field.value, forHTTPHeaderField: field.name) }
    httpBody = request.body.map { Data($0) }
    httpShouldHandleCookies = false
    // Foundation on Linux cuts the seconds off: 0.9 would fire at once.
    if let timeout = request.timeout { timeoutInterval = max(1, timeout.rounded(.up)) }
  }
}

extension HTTPResponse {
  /// Foundation's answer.
  ///
  /// - Throws: ``TransportError`` with `.badResponse` where it is not one of HTTP.
  init(data: Data, response: URLResponse?) throws {
    guard let http = response as? HTTPURLResponse else {
      throw TransportError(code: .badResponse, message: "the answer is not one of HTTP", mayHaveBeenSent: true)
    }
    let fields = http.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String else { return nil }
      return (name, "\(value)")
    }
    self.init(
      status: http.statusCode, headers: HTTPHeaders(fields.sorted { $0.0 < $1.0 }), body: Array(data))
  }
}

extension TransportError {
  /// A failure of URLSession. Its own text is kept, for it names no header and no body.
  init(_ error: URLError) {
    let (code, mayHaveBeenSent): (Code, Bool) =
      switch error.code {
      case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: (.unreachable, false)
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired:
        (.tls, false)
      case .timedOut: (.timeout, true)
      case .badURL, .unsupportedURL: (.badRequest, false)
      case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
        (.badResponse, true)
      case .dataLengthExceedsMaximum: (.tooLarge, true)
      default: (.connectionLost, true)
      }
    self.init(code: code, message: error.localizedDescription, mayHaveBeenSent: mayHaveBeenSent)
  }
}
