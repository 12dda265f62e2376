import CCurl
import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// A transfer that failed, as libcurl tells it.
struct Failure {
  let code: CURLcode
  /// libcurl's own words.
  let detail: String
  let reception: Reception
  /// The answer of a proxy to CONNECT.
  let proxyStatus: Int
  let systemError: Int32
  let configuration: CurlTransport.Configuration
  /// Seconds that the exchange had.
  let timeout: Double
  let origin: Origin

  /// The failure in the words of this library.
  var error: TransportError {
    let isSent = reception.sendings > 0
    let (kind, message) = isSent ? afterSending : beforeSending
    // Once a request is out nobody but the server knows what became of it.
    return TransportError(code: kind, message: message, mayHaveBeenSent: isSent)
  }

  private var address: String { origin.address }

  private var beforeSending: (TransportError.Code, String) {
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED:
      return (.badRequest, "the URL is not a valid one of http or https")
    case CURLE_COULDNT_RESOLVE_HOST:
      return (.unreachable, "the host name \(origin.host) is not known (looking it up failed)")
    case CURLE_COULDNT_RESOLVE_PROXY:
      return (.unreachable, "the name of the proxy that the environment sets for \(address) is not known")
    case CURLE_OPERATION_TIMEDOUT:
      let limit = min(timeout, configuration.connectTimeout)
      return (.timeout, "no connection to \(address) within \(seconds(limit))")
    case CURLE_COULDNT_CONNECT: return (.unreachable, "no connection to \(address)\(proxyNote): \(reason)")
    case CURLE_SSL_CACERT_BADFILE:
      let file = configuration.caFile.map { " \(ServerText.clean($0))" } ?? ""
      return (.tls, "the file of certificate authorities\(file) can't be read or holds no certificate in PEM form")
    case CURLE_PEER_FAILED_VERIFICATION: return (.tls, verification)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT:
      return (.tls, "the TLS handshake with \(address) failed (\(words)); is it an https address?")
    default:
      if proxyStatus >= 300 {
        return (.unreachable, "the proxy answered \(proxyStatus) instead of connecting to \(address)")
      }
      return (.unreachable, "the connection to \(address)\(proxyNote) ended before anything was sent: \(words)")
    }
  }

  private var afterSending: (TransportError.Code, String) {
    if reception.isTooLarge {
      return (.tooLarge, "the answer of \(address) is larger than \(reception.limit) bytes, or its headers are")
    }
    if reception.wasRepeatRefused { return (.connectionLost, lost) }
    switch code {
    case CURLE_OPERATION_TIMEDOUT: return (.timeout, "no complete answer from \(address) within \(seconds(timeout))")
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: return (.connectionLost, lost)
    case CURLE_PARTIAL_FILE:
      return (.connectionLost, "\(address) closed the connection in the middle of its answer")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return (.badResponse, "what \(address) answered is not HTTP")
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return (.badResponse, "the answer of \(address) can't be decompressed")
    default: return (.connectionLost, "the connection to \(address) broke: \(words)")
    }
  }

  private var lost: String {
    "\(address) closed the connection without an answer"
  }

  private var verification: String {
    let detail = detail.lowercased()
    if detail.contains("subject name") || detail.contains("does not match") {
      return "the certificate of \(address) is for another host name; use the name that it was made for"
    }
    let problem = "the certificate of \(address) can't be verified (\(words))"
    if detail.contains("expired") || detail.contains("not yet valid") { return problem }
    return problem + "; name the file of the authority that signed it with --ca-file"
  }

  private var reason: String {
    systemError == 0 ? words : String(cString: strerror(systemError)).lowercased()
  }

  /// libcurl's words, without what it repeats.
  private var words: String {
    var text = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    let opening = "SSL certificate problem: "
    if text.hasPrefix(opening) { text.removeFirst(opening.count) }
    while text.hasSuffix(".") { text.removeLast() }
    return ServerText.clean(text)
  }

  /// libcurl names whom it tried to reach: where that is not the server, a proxy stood in between.
  private var proxyNote: String {
    let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    let isDirect = detail.isEmpty || detail.lowercased().contains(host.lowercased())
    return isDirect ? "" : " through the proxy that the environment sets"
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() && value < 1e9 ? "\(Int(value)) s" : "\(value) s"
  }
}

extension TransportError {
  /// The transport ends with transfers under way, or gets one afterwards.
  static func isShutDown(mayHaveBeenSent: Bool) -> TransportError {
    TransportError(
      code: .connectionLost, message: "the transport was shut down", mayHaveBeenSent: mayHaveBeenSent)
  }

  static var noHandle: TransportError {
    TransportError(code: .unreachable, message: "libcurl has no memory for the request", mayHaveBeenSent: false)
  }
}
