/// One protocol by which an application or agent signs in.
public struct InboundAuthConfig: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An inbound authentication configuration from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where type is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "An inbound authentication configuration", required: ["type"])
  }

  /// An OAuth client.
  public init(oauth2 config: OAuthConfig) {
    fields = JSONObject([("type", "oauth2"), ("config", config.json)])
  }

  /// The protocol; the server knows `oauth2`.
  public var type: String {
    get { fields[string: "type"] ?? "" }
    set { fields[string: "type"] = newValue }
  }

  /// The OAuth client.
  public var config: OAuthConfig? {
    get { fields[model: "config"] }
    set { fields[model: "config"] = newValue }
  }
}

/// An OAuth client.
///
/// An update that leaves `clientId` out makes the server issue a new client id and secret; one that sends the answer of
/// a read keeps both (server 1.0.0).
public struct OAuthConfig: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A OAuth configuration from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A OAuth configuration") }

  /// A client that leaves everything to the server.
  public init() { fields = JSONObject() }

  /// The client id; the server makes one for a new client without.
  public var clientId: String? {
    get { fields[string: "clientId"] }
    set { fields[string: "clientId"] = newValue }
  }

  /// The client secret: sent to set one, and returned only by the call that made it.
  public var clientSecret: String? {
    get { fields[string: "clientSecret"] }
    set { fields[string: "clientSecret"] = newValue }
  }

  /// Where the server may send the browser back to.
  public var redirectUris: [String]? {
    get { fields[strings: "redirectUris"] }
    set { fields[strings: "redirectUris"] = newValue }
  }

  /// Where the server may send the browser after sign-out.
  public var postLogoutRedirectUris: [String]? {
    get { fields[strings: "postLogoutRedirectUris"] }
    set { fields[strings: "postLogoutRedirectUris"] = newValue }
  }

  /// The grants that the client may use.
  public var grantTypes: [String]? {
    get { fields[strings: "grantTypes"] }
    set { fields[strings: "grantTypes"] = newValue }
  }

  /// The response types that the client may ask for.
  public var responseTypes: [String]? {
    get { fields[strings: "responseTypes"] }
    set { fields[strings: "responseTypes"] = newValue }
  }

  /// How the client proves itself: `client_secret_basic`, `client_secret_post`, `private_key_jwt`, `none`.
  public var tokenEndpointAuthMethod: String? {
    get { fields[string: "tokenEndpointAuthMethod"] }
    set { fields[string: "tokenEndpointAuthMethod"] = newValue }
  }

  /// Whether the code grant needs PKCE (RFC 7636).
  public var pkceRequired: Bool? {
    get { fields[bool: "pkceRequired"] }
    set { fields[bool: "pkceRequired"] = newValue }
  }

  /// Whether the client can keep no secret.
  public var publicClient: Bool? {
    get { fields[bool: "publicClient"] }
    set { fields[bool: "publicClient"] = newValue }
  }

  /// Whether authorization requests must be pushed (RFC 9126).
  public var requirePushedAuthorizationRequests: Bool? {
    get { fields[bool: "requirePushedAuthorizationRequests"] }
    set { fields[bool: "requirePushedAuthorizationRequests"] = newValue }
  }

  /// Whether access tokens are bound by DPoP (RFC 9449).
  public var dpopBoundAccessTokens: Bool? {
    get { fields[bool: "dpopBoundAccessTokens"] }
    set { fields[bool: "dpopBoundAccessTokens"] = newValue }
  }

  /// Whether tokens for a user name the application in an `act` claim.
  public var includeActClaim: Bool? {
    get { fields[bool: "includeActClaim"] }
    set { fields[bool: "includeActClaim"] = newValue }
  }

  /// The scopes that the client may ask for.
  public var scopes: [String]? {
    get { fields[strings: "scopes"] }
    set { fields[strings: "scopes"] = newValue }
  }

  /// The authentication contexts in order of preference.
  public var acrValues: [String]? {
    get { fields[strings: "acrValues"] }
    set { fields[strings: "acrValues"] = newValue }
  }

  /// The claims that each scope releases.
  public var scopeClaims: JSONObject? {
    get { fields[object: "scopeClaims"] }
    set { fields[object: "scopeClaims"] = newValue }
  }

  /// Life times and contents of access, identity and refresh tokens.
  public var token: JSONObject? {
    get { fields[object: "token"] }
    set { fields[object: "token"] = newValue }
  }

  /// The answer of the user-info endpoint.
  public var userInfo: JSONObject? {
    get { fields[object: "userInfo"] }
    set { fields[object: "userInfo"] = newValue }
  }

  /// The keys of the client itself, for `private_key_jwt`.
  public var certificate: JSONObject? {
    get { fields[object: "certificate"] }
    set { fields[object: "certificate"] = newValue }
  }
}
