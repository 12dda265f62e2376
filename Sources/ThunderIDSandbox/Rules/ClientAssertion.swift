import CCrypto
import ThunderID

/// A JWT by which a client proves that it is itself (`private_key_jwt`; RFC 7523, sections 2.2 and 3).
struct ClientAssertion {
  /// What `client_assertion_type` says.
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  let clientId: String
  /// Names this one assertion, which is taken once.
  let id: String
  /// Seconds since 1970.
  let expires: Int
  private let header: JSONObject
  private let claims: JSONObject
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// How far the clocks may be apart, in seconds.
  private static let leeway = 60

  /// Reads an assertion and checks nothing but its form; nil where it has another.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = ClientAssertion.object(parts[0]), let body = ClientAssertion.object(parts[1]),
      let signature = ClientAssertion.decode(parts[2]), let subject = body["sub"]?.stringValue,
      body["iss"]?.stringValue == subject, let id = body["jti"]?.stringValue, !id.isEmpty,
      let expires = body["exp"]?.intValue
    else { return nil }
    (header, claims, self.signature) = (head, body, signature)
    signed = Array(text.utf8.dropLast(parts[2].utf8.count + 1))
    (clientId, self.id, self.expires) = (subject, id, expires)
  }

  /// Whether it holds now, for one of these audiences.
  func holds(now: Int, audiences: Set<String>) -> Bool {
    let named = claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? [claims["aud"]?.stringValue].compactMap { $0 }
    let begins = [claims["nbf"]?.intValue, claims["iat"]?.intValue].compactMap { $0 }
    return named.contains { audiences.contains($0) } && expires > now - ClientAssertion.leeway
      && begins.allSatisfy { $0 <= now + ClientAssertion.leeway }
  }

  /// Whether one of the keys of this key set made the signature (`{"keys": [...]}`, RFC 7517).
  func isSigned(byKeyOf set: JSONValue) -> Bool {
    (set["keys"]?.arrayValue ?? []).contains { key in
      if let id = header["kid"]?.stringValue, let name = key["kid"]?.stringValue, name != id { return false }
      return isSigned(by: key)
    }
  }

  private func isSigned(by jwk: JSONValue) -> Bool {
    guard let algorithm = header["alg"]?.stringValue, jwk["alg"]?.stringValue ?? algorithm == algorithm,
      let der = PublicKey.der(jwk), let key = ccrypto_public_key(der, der.count)
    else { return false }
    defer { EVP_PKEY_free(key) }
    switch (algorithm, Int(ccrypto_kind(key))) {
    case ("RS256", CCRYPTO_RSA), ("EdDSA", CCRYPTO_ED25519):
      return ccrypto_verify(key, signed, signed.count, signature, signature.count) == 1
    case ("ES256", CCRYPTO_P256):
      guard signature.count == 64 else { return false }
      var der = [UInt8](repeating: 0, count: 80)
      let length = Int(ccrypto_ecdsa_to_der(signature, &der))
      return length > 0 && ccrypto_verify(key, signed, signed.count, der, length) == 1
    default: return false
    }
  }

  private static func object(_ part: Substring) -> JSONObject? {
    decode(part).flatMap { try? JSONValue(parsing: $0) }?.objectValue
  }

  fileprivate static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard !text.utf8.contains(where: { [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains($0) }) else {
      return nil
    }
    return Base64.decode(
      String(text).map { $0 == "-" ? "+" : $0 == "_" ? "/" : String($0) }.joined())
  }
}

/// JSON Web Keys (RFC 7517) as SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
private enum PublicKey {
  static func der(_ jwk: JSONValue) -> [UInt8]? {
    func part(_ name: String) -> [UInt8]? { jwk[name]?.stringValue.flatMap { ClientAssertion.decode($0) } }
    switch (jwk["kty"]?.stringValue, jwk["crv"]?.stringValue) {
    case ("RSA", _):
      guard let modulus = part("n"), let exponent = part("e") else { return nil }
      // rsaEncryption, RFC 8017, appendix A.1
      let algorithm: [UInt8] = [0x30, 13, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 13, 1, 1, 1, 5, 0]
      return element(0x30, algorithm + bits(element(0x30, integer(modulus) + integer(exponent))))
    case ("EC", "P-256"):
      guard let x = part("x"), let y = part("y"), x.count == 32, y.count == 32 else { return nil }
      // id-ecPublicKey and prime256v1, RFC 5480
      let algorithm: [UInt8] = [
        0x30, 19, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
      ]
      return element(0x30, algorithm + bits([4] + x + y))
    case ("OKP", "Ed25519"):
      guard let x = part("x"), x.count == 32 else { return nil }
      // id-Ed25519, RFC 8410
      return element(0x30, [0x30, 5, 6, 3, 0x2B, 0x65, 0x70] + bits(x))
    default: return nil
    }
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = content.count
    repeat {
      length.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    } while rest > 0
    return [tag] + (content.count < 128 ? length : [0x80 | UInt8(length.count)] + length) + content
  }

  private static func bits(_ content: [UInt8]) -> [UInt8] { element(3, [0] + content) }

  private static func integer(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    return element(2, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
  }
}
