import ThunderID

/// `/oauth2/token` and direct sign-in.
enum TokenEndpoints {
  static let routes: [Route] = [
    Route("/oauth2/token", .open, ["POST": token]),
    Route("/auth/credentials/authenticate", .open, ["POST": authenticate]),
  ]

  /// The identifier of the System resource server: fixed, wherever the server listens.
  static let systemResource = "https://localhost:8090/mcp"

  /// Client credentials (RFC 6749, section 4.4) with a resource (RFC 8707).
  private static let token: Endpoint = { state, call in
    let form = Query(Substring(String(decoding: call.body, as: UTF8.self)))
    guard let grant = form["grant_type"], !grant.isEmpty else {
      throw Refusal.oauth(400, "invalid_request", "Missing grant_type parameter")
    }
    let client = try signIn(call, form, &state)
    guard grant == "client_credentials" else {
      throw Refusal.oauth(400, "unsupported_grant_type", "Unsupported grant type")
    }
    guard client.oauth?["grantTypes"]?.arrayValue?.contains("client_credentials") == true else {
      throw Refusal.oauth(401, "unauthorized_client", "The client is not authorized to use this grant type")
    }
    let scopes = (form["scope"] ?? "").split(separator: " ").map(String.init)
    if !scopes.isEmpty {
      guard let resource = form["resource"], !resource.isEmpty else {
        throw Refusal.oauth(
          400, "invalid_target", "No resource parameter supplied and no default resource server is configured")
      }
      guard resource == systemResource else {
        throw Refusal.oauth(400, "invalid_target", "The requested resource is invalid or unknown")
      }
    }
    // A scope is granted as far as the client's roles reach; one that they don't is left out, and that is no error.
    let holder = Caller(subject: client.id, permissions: state.permissions(of: client.id))
    let granted = scopes.filter { holder.holds($0) }
    let token = issue(&state, subject: client.id, permissions: granted)
    var answer = JSONObject([
      ("access_token", .string(token)), ("token_type", "Bearer"),
      ("expires_in", .number(JSONNumber(state.tokenLifetime))),
    ])
    if !granted.isEmpty { answer["scope"] = .string(granted.joined(separator: " ")) }
    return .json(200, .object(answer))
  }

  /// The client of the request, by HTTP Basic or in the form, whichever way it is registered for.
  private static func signIn(_ call: Call, _ form: Query, _ state: inout SandboxState) throws -> ClientRecord {
    let wrong = Refusal.oauth(401, "invalid_client", "Invalid client credentials")
    if form["client_assertion_type"] == ClientAssertion.type {
      guard let client = signed(call, form, &state) else { throw wrong }
      return client
    }
    var sent: (id: String, secret: String, method: String)?
    if let text = call.headers["authorization"], text.lowercased().hasPrefix("basic ") {
      let decoded = Base64.decode(text.dropFirst(6)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard let colon = decoded.firstIndex(of: ":") else { throw wrong }
      sent = (
        Query.decode(decoded[..<colon]), Query.decode(decoded[decoded.index(after: colon)...]), "client_secret_basic"
      )
    } else if let id = form["client_id"], let secret = form["client_secret"] {
      sent = (id, secret, "client_secret_post")
    }
    guard let sent, let client = state.client(clientId: sent.id), let secret = client.clientSecret,
      secret.hasSameBytes(as: sent.secret),
      client.oauth?["tokenEndpointAuthMethod"]?.stringValue == sent.method
    else { throw wrong }
    return client
  }

  /// The client whose own key signed the assertion of the request; nil where anything about it is wrong.
  private static func signed(_ call: Call, _ form: Query, _ state: inout SandboxState) -> ClientRecord? {
    guard let assertion = form["client_assertion"].flatMap(ClientAssertion.init),
      form["client_id"].map({ $0 == assertion.clientId }) ?? true,
      let client = state.client(clientId: assertion.clientId),
      client.oauth?["tokenEndpointAuthMethod"]?.stringValue == "private_key_jwt",
      let certificate = client.oauth?["certificate"], certificate["type"]?.stringValue == "JWKS",
      let keys = certificate["value"]?.stringValue.flatMap({ try? JSONValue(parsing: Array($0.utf8)) }),
      assertion.isSigned(byKeyOf: keys)
    else { return nil }
    let now = Fresh.seconds()
    guard assertion.holds(now: now, audiences: audiences(call)),
      state.takeAssertion(assertion.clientId + "\n" + assertion.id, until: assertion.expires, now: now)
    else { return nil }
    return client
  }

  /// What an assertion may be for: this endpoint, by the address that the server has by default or the one that the
  /// request went to, or the issuer.
  private static func audiences(_ call: Call) -> Set<String> {
    let host = call.headers["host"] ?? "127.0.0.1"
    return [
      "https://localhost:8090", "https://localhost:8090/oauth2/token", "https://\(host)/oauth2/token",
      "http://\(host)/oauth2/token",
    ]
  }

  /// Signs a user in by identifiers and password.
  private static let authenticate: Endpoint = { state, call in
    let sent = try call.object("USR-1001")
    let identifiers = sent["identifiers"]?.objectValue ?? JSONObject()
    var found: [UserRecord] = []
    if let first = identifiers.first(where: { _ in true }) {
      found = state.users(where: first.key, equals: first.value).filter { user in
        identifiers.allSatisfy { user.attributes?[$0.key] == $0.value }
      }
    }
    guard let user = found.first, found.count == 1 else { throw Refusal(404, "AUTHN-1008") }
    let credentials = sent["credentials"]?.objectValue ?? JSONObject()
    guard !credentials.isEmpty,
      credentials.allSatisfy({ name, value in
        user.credentials[name].map { JSONValue.string($0) == value } ?? false
      })
    else { throw Refusal(401, "AUTH-CRED-1002") }
    let assertion = issue(&state, subject: user.id, permissions: state.permissions(of: user.id).sorted())
    return .json(
      200,
      [
        "id": .string(user.id), "type": .string(user.type), "ouId": .string(user.ouId),
        "assertion": .string(assertion),
      ])
  }

  /// A new token, in the shape of a JWT: its facts can be read, and nobody can check its signature.
  static func issue(_ state: inout SandboxState, subject: String, permissions: [String]) -> String {
    let now = Fresh.seconds()
    let expires = now + state.tokenLifetime
    let header: JSONValue = ["alg": "RS256", "typ": "at+jwt"]
    var claims = JSONObject([
      ("iss", "https://localhost:8090"), ("sub", .string(subject)), ("aud", .string(systemResource)),
      ("iat", .number(JSONNumber(now))), ("exp", .number(JSONNumber(expires))), ("jti", .string(Fresh.id())),
    ])
    if !permissions.isEmpty { claims["scope"] = .string(permissions.joined(separator: " ")) }
    let token = [Fresh.base64url(header.bytes()), Fresh.base64url(JSONValue.object(claims).bytes()), Fresh.secret()]
      .joined(separator: ".")
    state.put(token: token, TokenRecord(subject: subject, permissions: permissions, expires: expires))
    return token
  }
}

/// RFC 4648, section 4.
enum Base64 {
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return out
  }
}
