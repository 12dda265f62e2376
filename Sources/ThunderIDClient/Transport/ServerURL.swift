/// The address of a server or of one of its collections: https, or http on this machine only.
package struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// `https://id.example.com:8090`, in lower case, without the default port.
  package let origin: String
  /// Empty, or `/path` without a slash at the end.
  package let path: String

  /// The address as it is put before a path.
  package var description: String { origin + path }

  /// Reads an address.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidConfiguration` that says what is wrong with it.
  package init(_ text: String) throws {
    guard let colon = text.range(of: "://") else {
      throw ServerURL.invalid(text, "it must begin with https://")
    }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw ServerURL.invalid(text, "the scheme is \(scheme), not https")
    }
    let rest = text[colon.upperBound...]
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") })
    else { throw ServerURL.invalid(text, "it holds a character that a URL may not hold") }
    guard !rest.contains("?"), !rest.contains("#") else {
      throw ServerURL.invalid(text, "it must have no query and no fragment")
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash].lowercased()
    guard !authority.contains("@") else {
      // Not shown: what stands before the @ may be a password.
      throw ServerURL.invalid(nil, "it must hold no user name or password")
    }
    guard let (host, port) = ServerURL.split(authority) else { throw ServerURL.invalid(text, "the host is missing") }
    if scheme == "http", !ServerURL.isLoopback(host) {
      throw ServerURL.invalid(text, "plain http is for this machine only (localhost, 127.0.0.1, [::1]); use https")
    }
    var portText = ""
    if let port {
      guard let number = UInt16(port), number > 0 else { throw ServerURL.invalid(text, "\(port) is not a port") }
      if number != (scheme == "https" ? 443 : 80) { portText = ":\(number)" }
    }
    var path = rest[slash...]
    while path.hasSuffix("/") { path.removeLast() }
    origin = scheme + "://" + host + portText
    self.path = String(path)
  }

  private static func split(_ authority: String) -> (host: String, port: String?)? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { return nil }
      return (String(authority[...end]), after.isEmpty ? nil : String(after.dropFirst()))
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let host = parts.first, !host.isEmpty else { return nil }
    return (host, parts.count == 2 ? parts[1] : nil)
  }

  /// Names and addresses that never leave the machine (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3).
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func invalid(_ text: String?, _ reason: String) -> ThunderIDError {
    let shown = text.map { "\"" + ServerText.clean($0) + "\" " } ?? ""
    return ThunderIDError(code: .invalidConfiguration, message: "\(shown)can't be a server address: \(reason).")
  }
}

extension String {
  /// Where a text stands in this one, byte by byte; the standard library's own needs Foundation.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: text.utf8) { return start..<utf8.index(start, offsetBy: text.utf8.count) }
      start = utf8.index(after: start)
    }
    return nil
  }
}
