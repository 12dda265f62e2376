/// A client that signs in by itself: the OAuth grant `client_credentials` (RFC 6749, section 4.4) at
/// `BASE/oauth2/token`.
public struct ClientCredentials: Sendable {
  /// How the client proves that it is itself.
  public enum Proof: Sendable {
    /// A client secret, sent by HTTP Basic (`client_secret_basic`).
    case secret(String)
    /// A JWT that the client signs anew for each request (`private_key_jwt`, RFC 7523).
    case assertion(@Sendable () async throws -> String)
  }

  /// The client id.
  public var clientId: String
  /// The proof.
  public var proof: Proof
  /// The scopes to ask for, separated by spaces; the management API needs `system`.
  public var scope: String?
  /// The resource that the token is for (RFC 8707). Server 1.0.0 refuses a request without one as `invalid_target`;
  /// its System resource is named `https://localhost:8090/mcp` unless the operator renamed it.
  public var resource: String?

  /// Credentials.
  public init(clientId: String, proof: Proof, scope: String? = "system", resource: String? = nil) {
    self.clientId = clientId
    self.proof = proof
    self.scope = scope
    self.resource = resource
  }

  /// The request for a token, and what in it proves who asks, in every spelling.
  func request(to url: String, timeout: Double?) async throws -> (HTTPRequest, proofs: [String]) {
    let proofs: [String]
    var form = [("grant_type", "client_credentials")]
    if let scope { form.append(("scope", scope)) }
    if let resource { form.append(("resource", resource)) }
    var headers = HTTPHeaders([
      ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
      ("User-Agent", ManagementAPI.defaultUserAgent),
    ])
    switch proof {
    case .secret(let secret):
      // Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1).
      let pair = PercentEncoding.formValue(clientId) + ":" + PercentEncoding.formValue(secret)
      let basic = Base64.encode(Array(pair.utf8))
      headers["Authorization"] = "Basic " + basic
      proofs = [basic, secret, PercentEncoding.formValue(secret)]
    case .assertion(let sign):
      form.append(("client_id", clientId))
      form.append(("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"))
      let assertion = try await sign()
      form.append(("client_assertion", assertion))
      proofs = [assertion]
    }
    let request = HTTPRequest(
      method: "POST", url: url, headers: headers, body: Array(PercentEncoding.form(form).utf8), timeout: timeout)
    return (request, proofs)
  }
}

/// Base64 (RFC 4648, section 4), without Foundation.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let chunk = bytes[start..<min(start + 3, bytes.count)]
      let bits = chunk.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - chunk.count))
      for index in 0..<4 {
        out.append(
          index <= chunk.count ? alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
