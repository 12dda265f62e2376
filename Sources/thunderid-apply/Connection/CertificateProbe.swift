import CCurl
import Foundation

/// Looks at the certificate that a server shows, also where it is not trusted: shakes hands, sends nothing, hangs up.
enum CertificateProbe {
  /// Until when the server's certificate holds; nil where it can't be found out.
  ///
  /// - Parameter timeout: seconds for connecting and shaking hands.
  static func expiry(of url: String, timeout: Double) -> Date? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    let limit = Int(min(max(timeout, 0.001), 1e6) * 1000)
    let settings: [(CURLoption, Int)] = [
      (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_CERTINFO, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, limit),
      // Nothing is sent that a stranger could read, and whether it is trusted is not asked here.
      (CURLOPT_SSL_VERIFYPEER, 0), (CURLOPT_SSL_VERIFYHOST, 0),
    ]
    ccurl_set_text(easy, CURLOPT_URL, url)
    ccurl_allow_only_http(easy)
    for (option, value) in settings { ccurl_set_long(easy, option, value) }
    guard curl_easy_perform(easy) == CURLE_OK, let chain = ccurl_get_certificates(easy)?.pointee,
      chain.num_of_certs > 0
    else { return nil }
    // The first is the server's own.
    var entry = chain.certinfo[0]
    while let line = entry {
      let text = String(cString: line.pointee.data)
      if text.hasPrefix("Expire date:") { return date(String(text.dropFirst("Expire date:".count))) }
      entry = line.pointee.next
    }
    return nil
  }

  /// `Dec  3 16:25:18 2026 GMT`, as libcrypto prints it.
  private static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count >= 4 else { return nil }
    return HTTPDate.parse("\(words[1]) \(words[0]) \(words[3]) \(words[2])")
  }
}

/// Dates of HTTP headers (RFC 9110, section 5.6.7), the form that servers send.
enum HTTPDate {
  /// `Tue, 01 Dec 2026 16:25:18 GMT`, the name of the day left out or not.
  static func parse(_ text: String) -> Date? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let words = (text.split(separator: ",").last ?? "").split(separator: " ")
    guard words.count >= 4, let day = Int(words[0]), let month = months.firstIndex(of: String(words[1])),
      let year = Int(words[2])
    else { return nil }
    let time = words[3].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (year, month + 1, day)
    (parts.hour, parts.minute, parts.second) = (time[0], time[1], time[2])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar.date(from: parts)
  }
}
