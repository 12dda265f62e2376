import Foundation
import ThunderID
import ThunderIDPlan

/// `whoami`: who the run is to the server; never the token.
enum WhoamiCommand {
  static let spec = CommandSpec(
    "whoami", summary: "show who the token belongs to", details: "The token itself is never shown.",
    flags: SharedFlags.connection
  ) { invocation in
    let connection = try Connection(invocation)
    var facts = JSONObject([
      ("server", .string(connection.server.address)), ("signIn", .string(connection.signIn)),
    ])
    let token = try await connection.tokens.token()
    for (key, value) in TokenFacts.facts(of: token) { facts[key] = value }
    do {
      let me = try await connection.server.get("/users/me")
      for (name, key) in [("userId", "id"), ("userType", "type"), ("ouId", "ouId")] { facts[name] = me?[key] }
      facts["username"] = me?["attributes"]?["username"]
    } catch let error as ThunderIDError where error.code == .notFound || error.code == .invalidInput {
      facts["user"] = "none: the token is of a client"
    } catch {
      // That the token has expired, for example, is why the server refuses it.
      if invocation.output.format == .text { invocation.output.print(text(facts)) }
      throw error
    }
    try invocation.output.result(.object(facts), text: text(facts))
    return .done
  }

  private static func text(_ facts: JSONObject) -> String {
    let width = facts.keys.map(\.count).max() ?? 0
    return facts.map { key, value in
      "\(Help.padded(key, width))  \(VisibleText.escaped(value.stringValue ?? value.text()))\n"
    }.joined()
  }
}

/// What a token says of itself, where it is a JWT (RFC 7519); its signature is the server's matter.
enum TokenFacts {
  static func facts(of token: String) -> JSONObject {
    var facts = JSONObject()
    guard let claims = claims(of: token) else {
      facts["token"] = "opaque"
      return facts
    }
    for (name, key) in [("issuer", "iss"), ("subject", "sub"), ("client", "client_id"), ("scopes", "scope")] {
      facts[name] = claims[key]
    }
    if let date = expiry(of: token) {
      facts["expires"] = .string(date.formatted(.iso8601) + (date < Date() ? " (expired)" : ""))
    }
    return facts
  }

  /// When it expires; nil where it does not say.
  static func expiry(of token: String) -> Date? {
    claims(of: token)?["exp"]?.intValue.map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static func claims(of token: String) -> JSONObject? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = decoded(String(parts[1])) else { return nil }
    return (try? JSONValue(parsing: bytes))?.objectValue
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    while base64.utf8.count % 4 != 0 { base64 += "=" }
    return Data(base64Encoded: base64).map(Array.init)
  }
}
