import Foundation
import ThunderID

/// Keys made by the openssl command, and what Python and openssl make of them.
final class KeyFolder {
  struct Failure: Error { let message: String }

  enum Kind: String, CaseIterable, Sendable {
    case rsa, rsaTraditional, p256, p256Traditional, ed25519
    case weakRSA, p384, encrypted

    static let good: [Kind] = [.rsa, .rsaTraditional, .p256, .p256Traditional, .ed25519]

    fileprivate var command: String {
      switch self {
      case .rsa: "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048"
      case .rsaTraditional: "openssl genrsa -traditional 2048"
      case .p256: "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256"
      case .p256Traditional: "openssl ecparam -name prime256v1 -genkey -noout"
      case .ed25519: "openssl genpkey -algorithm ED25519"
      case .weakRSA: "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024"
      case .p384: "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384"
      case .encrypted: "openssl genpkey -algorithm ED25519 -aes-128-cbc -pass pass:1234"
      }
    }
  }

  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "keys-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a key and gives its file.
  func make(_ kind: Kind, _ name: String = "key") throws -> String {
    _ = try shell("\(kind.command) 2>/dev/null >\(name).pem")
    return path + "/\(name).pem"
  }

  func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file))) }

  /// The public keys of a private one.
  func jwks(_ file: String, _ id: String = "") throws -> String { try jose("jwks '\(file)' \(id)") }

  /// Header and claims of a token, where the key signed it.
  func verified(_ token: String, by file: String) throws -> JSONValue {
    try JSONValue(parsing: Array(try jose("verify '\(file)' '\(token)'").utf8))
  }

  private func jose(_ words: String) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("jose.py").path
    return try shell("python3 '\(script)' \(words)")
  }

  private func shell(_ line: String) throws -> String {
    let code = Shell.run("cd '\(path)' && { \(line); } >out", ["PATH": "/usr/bin:/bin:/usr/local/bin"])
    guard code == 0 else { throw Failure(message: "\(line): exit code \(code)") }
    return (try String(contentsOfFile: path + "/out", encoding: .utf8)).trimmingCharacters(in: .newlines)
  }
}
