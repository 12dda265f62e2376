import CCrypto
import Foundation
import ThunderID

/// The private key of a client that signs in with assertions of its own (`private_key_jwt`; RFC 7523, section 2.2).
struct ClientKey: Sendable {
  /// The signature algorithms by the kind of key (RFC 7518, section 3.1; RFC 8037, section 3.1).
  enum Algorithm: String, Sendable { case RS256, ES256, EdDSA }

  /// Why a key can't sign; never shows any of it.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let algorithm: Algorithm
  /// The key's name in the client's key set; nil leaves `kid` out.
  let id: String?
  private let pem: [UInt8]

  /// Seconds that an assertion holds: it is made for one request.
  static let lifetime = 120

  /// A key in PEM form.
  ///
  /// - Throws: `Fault` where it is none that this can sign with.
  init(pem: [UInt8], id: String? = nil) throws {
    self.pem = pem
    self.id = id
    let text = String(decoding: pem, as: UTF8.self)
    guard text.contains("PRIVATE KEY-----") else {
      throw Fault(description: text.contains("-----BEGIN ") ? "it holds no private key" : "it is no PEM file")
    }
    guard !text.contains("ENCRYPTED") else {
      throw Fault(description: "the key needs a passphrase; give one without, in a file that only you can read")
    }
    algorithm = try ClientKey.with(pem) { key in
      switch Int(ccrypto_kind(key)) {
      case CCRYPTO_RSA:
        guard ccrypto_bits(key) >= 2048 else {
          throw Fault(description: "an RSA key of \(ccrypto_bits(key)) bits is too weak: 2048 or more")
        }
        return .RS256
      case CCRYPTO_P256: return .ES256
      case CCRYPTO_ED25519: return .EdDSA
      default: throw Fault(description: "it is neither an RSA, nor a P-256, nor an Ed25519 key")
      }
    }
  }

  private static func with<T>(_ pem: [UInt8], _ body: (OpaquePointer) throws -> T) throws -> T {
    guard let key = ccrypto_private_key(pem, Int32(clamping: pem.count)) else {
      throw Fault(description: "the private key in it can't be read")
    }
    defer { EVP_PKEY_free(key) }
    return try body(key)
  }

  /// An assertion of `client` for one request.
  ///
  /// - Parameters:
  ///   - audience: whom it is for: the token endpoint.
  ///   - now: seconds since 1970.
  /// - Throws: `Fault`.
  func assertion(of client: String, audience: String, now: Int) throws -> String {
    var header = JSONObject([("alg", .string(algorithm.rawValue)), ("typ", "JWT")])
    header["kid"] = id.map { .string($0) }
    let claims: JSONValue = [
      "iss": .string(client), "sub": .string(client), "aud": .string(audience),
      "jti": .string(UUID().uuidString.lowercased()), "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + ClientKey.lifetime)),
    ]
    let text = ClientKey.base64url(JSONValue.object(header).bytes()) + "." + ClientKey.base64url(claims.bytes())
    return try text + "." + ClientKey.base64url(sign(Array(text.utf8)))
  }

  private func sign(_ bytes: [UInt8]) throws -> [UInt8] {
    let fault = Fault(description: "signing failed")
    let signature = try ClientKey.with(pem) { key in
      // The longest are those of RSA: as long as the key.
      var out = [UInt8](repeating: 0, count: max(128, Int(ccrypto_bits(key)) / 8 + 1))
      let length = ccrypto_sign(key, bytes, bytes.count, &out, out.count)
      guard length > 0 else { throw fault }
      return Array(out[..<length])
    }
    guard algorithm == .ES256 else { return signature }
    var both = [UInt8](repeating: 0, count: 64)
    guard ccrypto_ecdsa_from_der(signature, signature.count, &both) == 1 else { throw fault }
    return both
  }

  /// RFC 7515, section 2.
  private static func base64url(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
