import ThunderID

/// What the server makes of an OAuth configuration: defaults, derived fields, a client id and a secret.
struct OAuthClient {
  /// The codes that the owner's service refuses with.
  struct Codes {
    let grantType: String
    let redirectURI: String
    let clientIdTaken: (status: Int, code: String)
  }

  /// The configuration as `GET` gives it.
  let shown: JSONObject
  let clientId: String
  /// The secret that counts from now on; nil for a public client.
  let secret: String?
  /// The secret to show in this answer, and in no other: a new one, or the one that was sent.
  let newSecret: String?

  /// - Parameters:
  ///   - former: the record that the configuration replaces.
  ///   - userAttributes: what the allowed user types offer to ID tokens; nil without allowed user types.
  /// - Throws: a refusal for a grant type or redirect address that is none, or a client id that another one has.
  init(
    _ sent: JSONObject, former: ClientRecord?, ownerId: String, userAttributes: Set<String>?, state: SandboxState,
    codes: Codes
  ) throws {
    let grants = OAuthClient.list(sent["grantTypes"]) ?? ["authorization_code"]
    guard grants.allSatisfy({ $0.stringValue.map { OAuthClient.grantTypes.contains($0) } ?? false }) else {
      throw Refusal(400, codes.grantType)
    }
    let redirects = OAuthClient.list(sent["redirectUris"]) ?? []
    guard redirects.allSatisfy({ $0.stringValue.map(Address.isURI) ?? false }) else {
      throw Refusal(400, codes.redirectURI)
    }
    clientId = sent["clientId"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } ?? Fresh.clientId()
    if let other = state.client(clientId: clientId), other.id != ownerId {
      throw Refusal(codes.clientIdTaken.status, codes.clientIdTaken.code)
    }
    let method = sent["tokenEndpointAuthMethod"]?.stringValue ?? "client_secret_basic"
    let isPublic = sent["publicClient"]?.boolValue ?? false
    if isPublic || method == "none" || method == "private_key_jwt" {
      (secret, newSecret) = (nil, nil)
    } else if let own = sent["clientSecret"]?.stringValue, !own.isEmpty {
      (secret, newSecret) = (own, own)
    } else if let kept = former?.clientSecret {
      // Only a configuration that was away, or had no secret, gets a new one.
      (secret, newSecret) = (kept, nil)
    } else {
      let made = Fresh.secret()
      (secret, newSecret) = (made, made)
    }

    var shown = JSONObject([("clientId", .string(clientId))])
    shown.set("redirectUris", redirects)
    shown.set("postLogoutRedirectUris", OAuthClient.list(sent["postLogoutRedirectUris"]) ?? [])
    shown["grantTypes"] = .array(grants)
    let usesCode = grants.contains("authorization_code")
    shown.set("responseTypes", OAuthClient.list(sent["responseTypes"]) ?? (usesCode ? ["code"] : []))
    shown["tokenEndpointAuthMethod"] = .string(method)
    for name in [
      "pkceRequired", "publicClient", "requirePushedAuthorizationRequests", "dpopBoundAccessTokens", "includeActClaim",
    ] {
      shown[name] = .bool(sent[name]?.boolValue ?? false)
    }
    let token = OAuthClient.token(sent["token"]?.objectValue ?? JSONObject(), userAttributes)
    shown["token"] = .object(token)
    shown.set("scopes", OAuthClient.list(sent["scopes"]) ?? [])
    shown["userInfo"] = OAuthClient.userInfo(sent["userInfo"]?.objectValue ?? JSONObject(), token)
    shown["scopeClaims"] =
      sent["scopeClaims"]?.objectValue.map { .object($0) } ?? OAuthClient.scopeClaims(userAttributes)
    for name in ["certificate", "acrValues"] {
      if let value = sent[name], value.isPresent { shown[name] = value }
    }
    self.shown = shown
  }

  /// The configuration with the secret of this answer.
  var withNewSecret: JSONObject {
    guard let newSecret else { return shown }
    var members = shown.map { ($0.key, $0.value) }
    members.insert(("clientSecret", .string(newSecret)), at: 1)
    return JSONObject(members)
  }

  private static let grantTypes: Set<String> = [
    "authorization_code", "client_credentials", "refresh_token",
    "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:openid:params:grant-type:ciba",
  ]

  private static func list(_ value: JSONValue?) -> [JSONValue]? {
    value?.arrayValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func token(_ sent: JSONObject, _ userAttributes: Set<String>?) -> JSONObject {
    var token = sent
    var access = sent["accessToken"]?.objectValue ?? JSONObject()
    var user = access["userConfig"]?.objectValue ?? JSONObject()
    if user["validityPeriod"] == nil { user = JSONObject([("validityPeriod", 3600)] + user.map { ($0.key, $0.value) }) }
    access["userConfig"] = .object(user)
    var id = sent["idToken"]?.objectValue ?? JSONObject()
    if id["validityPeriod"] == nil { id["validityPeriod"] = 3600 }
    if id["userAttributes"] == nil, let offered = userAttributes {
      let names = offered.intersection(claims.flatMap(\.claims)).union(["roles"])
      id["userAttributes"] = .array(names.sorted().map { .string($0) })
    }
    // An ID token that is configured at all is said to be a JWT; one that is not, isn't.
    if sent["idToken"]?.objectValue != nil, id["responseType"] == nil { id["responseType"] = "JWT" }
    var refresh = sent["refreshToken"]?.objectValue ?? JSONObject()
    if refresh["validityPeriod"] == nil { refresh["validityPeriod"] = 86400 }
    token["accessToken"] = .object(access)
    token["idToken"] = .object(id)
    token["refreshToken"] = .object(refresh)
    return token
  }

  private static func userInfo(_ sent: JSONObject, _ token: JSONObject) -> JSONValue {
    var info = sent
    if info["responseType"] == nil { info["responseType"] = "JSON" }
    if info["userAttributes"] == nil { info["userAttributes"] = token["idToken"]?["userAttributes"] }
    return .object(info)
  }

  /// The standard scopes, each with those of its claims that the allowed user types have.
  private static func scopeClaims(_ userAttributes: Set<String>?) -> JSONValue {
    .object(
      JSONObject(
        claims.map { scope, claims in
          (scope, .array(claims.filter { userAttributes?.contains($0) ?? false }.map { .string($0) }))
        } + [("roles", ["roles"])]))
  }

  /// OpenID Connect Core 1.0, section 5.4.
  private static let claims: [(scope: String, claims: [String])] = [
    ("address", ["address"]),
    ("email", ["email", "email_verified"]),
    ("phone", ["phone_number", "phone_number_verified"]),
    (
      "profile",
      [
        "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
      ]
    ),
  ]
}

extension JSONObject {
  /// Sets a list unless it is empty.
  mutating func set(_ name: String, _ list: [JSONValue]) {
    if !list.isEmpty { self[name] = .array(list) }
  }
}

extension JSONValue {
  /// Whether the server would keep it: it drops `null`, `""`, `[]` and `{}`.
  var isPresent: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let object): !object.isEmpty
    default: true
    }
  }
}

/// Addresses as the server's validation reads them.
enum Address {
  /// A scheme, a colon, something behind it, and no space.
  static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    let scheme = text[..<colon].utf8
    let isName = scheme.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
    return isName && text.index(after: colon) != text.endIndex && !text.utf8.contains { $0 <= 0x20 }
  }
}
