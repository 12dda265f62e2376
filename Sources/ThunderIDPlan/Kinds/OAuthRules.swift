import ThunderID

/// The fields of `inboundAuthConfig`, which applications and agents share (`application.yaml`, `agent.yaml`).
package enum OAuthRules {
  package static let inboundAuthConfig = FieldRule(
    "inboundAuthConfig",
    .keyed(by: "type", [type, FieldRule("config", .object(config), [], doc: "The OAuth client.")]),
    doc: "How the resource signs in; one entry per type.")

  private static let type = FieldRule("type", .choice(["oauth2"]), [.required], doc: "The protocol.")

  private static let config: [FieldRule] = [
    FieldRule(
      "clientId", .text, [.derived], doc: "The client id; the server makes one where a new client gives none."),
    FieldRule("clientSecret", .text, [.writeOnly], doc: "The client secret; sent at creation and on --rotate only."),
    FieldRule("redirectUris", .set(.text), doc: "Where the server may send the browser back to."),
    FieldRule("postLogoutRedirectUris", .set(.text), doc: "Where the server may send the browser after sign-out."),
    // Those that server 1.0.0 takes; its description has `password`, which it refuses (recorded: 400 APP-1010).
    FieldRule(
      "grantTypes",
      .set(
        .choice([
          "authorization_code", "client_credentials", "refresh_token",
          "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:jwt-bearer",
          "urn:openid:params:grant-type:ciba",
        ])), [.derived], doc: "The OAuth grants that the client may use."),
    FieldRule("responseTypes", .set(.text), doc: "The OAuth response types."),
    FieldRule(
      "tokenEndpointAuthMethod",
      .choice(["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]), [.derived],
      doc: "How the client proves itself at the token endpoint."),
    FieldRule("pkceRequired", .boolean, fallback: false, doc: "Whether the code grant needs PKCE."),
    FieldRule("publicClient", .boolean, fallback: false, doc: "Whether the client can keep no secret."),
    FieldRule(
      "requirePushedAuthorizationRequests", .boolean, fallback: false,
      doc: "Whether authorization requests must be pushed (RFC 9126)."),
    FieldRule("dpopBoundAccessTokens", .boolean, fallback: false, doc: "Whether tokens are bound by DPoP (RFC 9449)."),
    FieldRule("includeActClaim", .boolean, fallback: false, doc: "Whether exchanged tokens carry an `act` claim."),
    FieldRule("scopes", .set(.text), doc: "The scopes that the client may ask for."),
    FieldRule("acrValues", .list(.text), doc: "The authentication contexts in order of preference."),
    FieldRule("scopeClaims", .map(.set(.text)), [.derived], doc: "The claims that each scope releases."),
    FieldRule("token", .object(token), [.derived], doc: "Lifetimes and contents of tokens."),
    FieldRule("userInfo", .object(userInfo), [.derived], doc: "The user-info answer."),
    FieldRule(
      "certificate",
      .object([
        FieldRule("type", .choice(["JWKS", "JWKS_URI"]), doc: "What `value` is."),
        FieldRule("value", .text, doc: "The key set or its address."),
      ]), doc: "The client's own keys, for private_key_jwt."),
  ]

  private static let accessTokenPart: [FieldRule] = [
    FieldRule("validityPeriod", .integer, [.derived], doc: "Seconds that the token lives."),
    FieldRule("attributes", .set(.text), doc: "The attributes in the token."),
  ]

  private static let token: [FieldRule] = [
    FieldRule(
      "accessToken",
      .object([
        FieldRule("userConfig", .object(accessTokenPart), [.derived], doc: "Tokens that act for a user."),
        FieldRule("clientConfig", .object(accessTokenPart), [.derived], doc: "Tokens of the client itself."),
        FieldRule("defaultAudience", .text, doc: "The audience where the request names none."),
      ]), [.derived], doc: "Access tokens."),
    FieldRule(
      "idToken",
      .object([
        FieldRule("validityPeriod", .integer, [.derived], doc: "Seconds that the token lives."),
        FieldRule("userAttributes", .set(.text), [.derived], doc: "The user's attributes in the token."),
        FieldRule("responseType", .choice(["JWT", "JWE", "NESTED_JWT"]), fallback: "JWT", doc: "How it is wrapped."),
        FieldRule("encryptionAlg", .choice(["RSA-OAEP", "RSA-OAEP-256"]), doc: "The key encryption."),
        FieldRule("encryptionEnc", .choice(["A128CBC-HS256", "A256GCM"]), doc: "The content encryption."),
      ]), [.derived], doc: "Identity tokens."),
    FieldRule(
      "refreshToken",
      .object([FieldRule("validityPeriod", .integer, [.derived], doc: "Seconds that the token lives.")]), [.derived],
      doc: "Refresh tokens."),
    FieldRule(
      "idJag",
      .object([
        FieldRule("enabled", .boolean, fallback: false, doc: "Whether they are issued."),
        FieldRule("allowedAudiences", .set(.text), doc: "Who they may be for."),
        FieldRule("validityPeriod", .integer, fallback: 300, doc: "Seconds that the assertion lives."),
      ]), doc: "Identity assertion grants."),
  ]

  private static let userInfo: [FieldRule] = [
    FieldRule("responseType", .choice(["JSON", "JWS", "JWE", "NESTED_JWT"]), fallback: "JSON", doc: "Its form."),
    FieldRule("userAttributes", .set(.text), [.derived], doc: "The attributes in it; follows the identity token."),
    FieldRule(
      "signingAlg", .choice(["RS256", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"]), doc: "The signature."),
    FieldRule("encryptionAlg", .choice(["RSA-OAEP", "RSA-OAEP-256"]), doc: "The key encryption."),
    FieldRule("encryptionEnc", .choice(["A128CBC-HS256", "A256GCM"]), doc: "The content encryption."),
  ]

  /// The client id of the record's OAuth configuration.
  package static func clientID(of record: JSONValue) -> String? {
    for entry in record["inboundAuthConfig"]?.arrayValue ?? [] where entry["type"]?.stringValue == "oauth2" {
      if let clientID = entry["config"]?["clientId"]?.stringValue { return clientID }
    }
    // List rows lack inboundAuthConfig but carry the id at the top.
    return record["clientId"]?.stringValue
  }

  /// Where an answer shows a client secret or a flow secret that the server made.
  package static func generatedSecrets(in answer: JSONValue) -> [JSONPointer] {
    var found: [JSONPointer] = []
    if answer["flowSecret"]?.stringValue != nil { found.append(JSONPointer(["flowSecret"])) }
    for (index, entry) in (answer["inboundAuthConfig"]?.arrayValue ?? []).enumerated()
    where entry["config"]?["clientSecret"]?.stringValue != nil {
      found.append(JSONPointer(["inboundAuthConfig", String(index), "config", "clientSecret"]))
    }
    return found
  }
}
