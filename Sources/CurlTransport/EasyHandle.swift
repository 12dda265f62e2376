import CCurl
import ThunderID

/// The newest version of HTTP to offer.
private func httpVersion(_ choice: CurlTransport.Configuration.HTTP2) -> Int {
  let offersHTTP2: Bool
  switch choice {
  case .always: offersHTTP2 = true
  case .never: offersHTTP2 = false
  case .whereReliable: offersHTTP2 = ccurl_version() >= 0x08_03_00
  }
  return Int(offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
}

/// libcurl's easy handle: one transfer at a time, then the next. Belongs to the worker thread.
///
/// **No write is sent twice.** When a kept connection ends without a byte of an answer, libcurl takes it for stale and
/// sends the request again on a new one (`Curl_retry_request`, up to five times). It can't know whether the server read
/// the request before it closed, so a POST may take effect twice, and no option turns this off. But libcurl asks
/// `CURLOPT_PREREQFUNCTION` before every single sending, so the second one of a request that changes anything is refused
/// here, and the caller learns that the first may have taken effect. (The other way known, a body that can't be rewound,
/// fails to stop requests without a body.) To make this rare, connections that idled for ``idleSeconds`` are not used
/// again, and libcurl itself passes over those that the server has closed by then.
final class EasyHandle {
  /// Below what servers and balancers commonly allow (60 s and more).
  static let idleSeconds = 20

  let pointer: UnsafeMutableRawPointer
  private(set) var transfer: Transfer?
  private var reception = Reception()
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>

  /// A handle with all that does not change from request to request.
  ///
  /// - Throws: ``TransportError``.
  init(_ configuration: CurlTransport.Configuration) throws {
    guard let pointer = curl_easy_init() else { throw TransportError.noHandle }
    self.pointer = pointer
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(pointer, CURLOPT_PRIVATE, context)
    ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    let codes = [
      // A transport without these could send a write twice, or run a handler of another protocol.
      ccurl_set_callbacks(pointer, takeHeader, takeBody, allowSending, context),
      ccurl_allow_only_http(pointer),
    ]
    guard codes.allSatisfy({ $0 == CURLE_OK }) else {
      throw TransportError(code: .unreachable, message: "this libcurl is too old", mayHaveBeenSent: false)
    }
    let settings: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 1), (CURLOPT_TCP_NODELAY, 1), (CURLOPT_TCP_KEEPALIVE, 1),
      (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_PATH_AS_IS, 1),
      (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)), (CURLOPT_HTTP09_ALLOWED, 0),
      (CURLOPT_HTTP_VERSION, httpVersion(configuration.http2)), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)), (CURLOPT_MAXAGE_CONN, EasyHandle.idleSeconds),
      (CURLOPT_SSL_VERIFYPEER, configuration.isInsecure ? 0 : 1),
      (CURLOPT_SSL_VERIFYHOST, configuration.isInsecure ? 0 : 2),
    ]
    for (option, value) in settings { ccurl_set_long(pointer, option, value) }
    ccurl_abandon_lookups(pointer)
    ccurl_set_text(pointer, CURLOPT_ACCEPT_ENCODING, "")
    ccurl_set_text(pointer, CURLOPT_USERAGENT, configuration.userAgent)
    if let file = configuration.caFile {
      ccurl_set_text(pointer, CURLOPT_CAINFO, file)
      // Else the system's authorities would stay trusted beside it.
      ccurl_set_text(pointer, CURLOPT_CAPATH, nil)
    }
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// The handle that libcurl speaks of.
  static func of(_ pointer: UnsafeMutableRawPointer) -> EasyHandle? {
    ccurl_get_private(pointer).map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether sending has begun; before that the server can't have acted.
  var mayHaveBeenSent: Bool { reception.sendings > 0 }

  /// Makes it ready for one request that keeps to ``RequestRules``.
  ///
  /// - Throws: ``TransportError``.
  func load(_ transfer: Transfer, _ configuration: CurlTransport.Configuration) throws {
    let request = transfer.request
    self.transfer = transfer
    reception = Reception()
    reception.limit = configuration.maxResponseBytes
    reception.isRepeatable = ["GET", "HEAD", "OPTIONS"].contains(request.method)
    errorText[0] = 0
    var codes = [ccurl_set_text(pointer, CURLOPT_URL, request.url)]
    // Back to plain GET, whatever the last request was.
    codes.append(ccurl_set_long(pointer, CURLOPT_HTTPGET, 1))
    if request.method == "HEAD" {
      codes.append(ccurl_set_long(pointer, CURLOPT_NOBODY, 1))
    } else if let body = request.body ?? RequestRules.emptyBody(of: request.method) {
      codes.append(ccurl_set_long(pointer, CURLOPT_POST, 1))
      codes.append(body.withUnsafeBytes { ccurl_set_body(pointer, $0.baseAddress, $0.count) })
    }
    codes.append(ccurl_set_text(pointer, CURLOPT_CUSTOMREQUEST, request.method))
    let timeout = request.timeout ?? configuration.timeout
    codes.append(ccurl_set_long(pointer, CURLOPT_TIMEOUT_MS, milliseconds(timeout)))
    codes.append(
      ccurl_set_long(pointer, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(min(timeout, configuration.connectTimeout))))
    headerList = try RequestRules.headerLines(of: request).reduce(nil) { list, line in
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        throw TransportError.noHandle
      }
      return longer
    }
    codes.append(ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headerList))
    if codes.contains(where: { $0 != CURLE_OK }) {
      unload()
      throw TransportError(code: .badRequest, message: "libcurl refuses the request", mayHaveBeenSent: false)
    }
  }

  /// Lets go of the request; the handle must be out of the multi handle.
  func unload() {
    ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, nil)
    curl_slist_free_all(headerList)
    headerList = nil
    transfer = nil
    reception = Reception()
  }

  /// What came of the transfer that has ended.
  func outcome(
    _ code: CURLcode, _ configuration: CurlTransport.Configuration
  ) -> Result<HTTPResponse, any Error> {
    guard code == CURLE_OK else {
      let failure = Failure(
        code: code, detail: String(cString: errorText), reception: reception,
        proxyStatus: ccurl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE),
        systemError: Int32(truncatingIfNeeded: ccurl_get_long(pointer, CURLINFO_OS_ERRNO)),
        configuration: configuration, timeout: transfer?.request.timeout ?? configuration.timeout,
        origin: Origin(transfer?.request.url ?? ""))
      return .failure(failure.error)
    }
    let status = ccurl_get_long(pointer, CURLINFO_RESPONSE_CODE)
    return .success(
      HTTPResponse(status: status, headers: HTTPHeaders(reception.head.fields), body: reception.body))
  }

  private func milliseconds(_ seconds: Double) -> Int {
    // libcurl takes 0 for "no limit".
    seconds.isNaN ? 1 : Int(max(1, min(seconds * 1000, Double(Int32.max))))
  }

  fileprivate func withReception<T>(_ body: (inout Reception) -> T) -> T { body(&reception) }
}

private func handle(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
  context.map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
}

private func takeHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return handle(context)?.withReception { $0.takeHeader(line) } == true ? line.count : 0
}

private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return handle(context)?.withReception { $0.takeBody(part) } == true ? part.count : 0
}

private func allowSending(
  _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?, _: Int32,
  _: Int32
) -> Int32 {
  handle(context)?.withReception { $0.allowsSending() } == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
