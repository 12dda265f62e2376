/// Scheme, host and port of a URL: what a message may show of it.
struct Origin {
  let scheme: String
  let host: String
  let port: String
  /// Whether a user name or password stands before the host.
  let hasUserInfo: Bool

  init(_ url: String) {
    let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, parts[0].last == UInt8(ascii: ":") else {
      (scheme, host, port, hasUserInfo) = ("", "", "", false)
      return
    }
    scheme = Substring(parts[0].dropLast()).lowercased()
    let authority = Substring(parts[2].prefix { !"/?#\\".utf8.contains($0) })
    let at = authority.lastIndex(of: "@")
    hasUserInfo = at != nil
    let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
    let hostEnd = hostAndPort.lastIndex(of: "]") ?? hostAndPort.startIndex
    let colon = hostAndPort[hostEnd...].lastIndex(of: ":")
    host = String(colon.map { hostAndPort[..<$0] } ?? hostAndPort)
    let written = colon.map { String(hostAndPort[hostAndPort.index(after: $0)...]) } ?? ""
    port = written.isEmpty ? (scheme == "https" ? "443" : "80") : written
  }

  /// `localhost:8090`.
  var address: String { host + ":" + port }
}
