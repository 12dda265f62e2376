import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// New ids, secrets and times.
enum Fresh {
  /// A UUID of version 7, as the server makes them.
  static func id() -> String {
    var bytes = random(16)
    let milliseconds = UInt64(now() / 1_000_000)
    for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (8 * (5 - UInt64(index)))) }
    bytes[6] = bytes[6] & 0x0F | 0x70
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { hex($0) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  /// 16 random bytes in base64url.
  static func clientId() -> String { base64url(random(16)) }

  /// 32 random bytes in base64url.
  static func secret() -> String { base64url(random(32)) }

  /// Now, in RFC 3339 with nanoseconds and without trailing zeros.
  static func timestamp() -> String {
    let (seconds, nanoseconds) = now().quotientAndRemainder(dividingBy: 1_000_000_000)
    let (days, clock) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // The civil date of a day count: years begin in March, so that the leap day is the last.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    var text = "\(year)-\(two(month))-\(two(day))T\(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60))"
    var fraction = String(String(1_000_000_000 + nanoseconds).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text + "Z"
  }

  /// Seconds since 1970.
  static func seconds() -> Int { now() / 1_000_000_000 }

  static func base64url(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        out.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { out.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: out, as: UTF8.self)
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Nanoseconds since 1970.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
