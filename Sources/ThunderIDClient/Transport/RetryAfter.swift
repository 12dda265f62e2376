#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The wait that a server asks for with 429 or 503 (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The seconds to wait; nil where the field is absent or unreadable.
  ///
  /// A date counts from the server's own `Date`, so that a wrong clock here does no harm.
  static func seconds(_ headers: HTTPHeaders) -> Double? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
    guard let until = epoch(text) else { return nil }
    let now = headers["date"].flatMap(epoch) ?? Int(time(nil))
    return Double(max(0, until - now))
  }

  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still sent.
  static func epoch(_ text: String) -> Int? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let index = months.firstIndex(of: parts[2]),
      let year = Int(parts[3]), (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    // Days from the civil date: years begin in March, so that the leap day is the last.
    let month = index + 1
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}
