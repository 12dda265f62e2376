import CurlTransport
import Foundation
import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

/// A server to talk to, made from the flags.
struct Connection: Sendable {
  let server: LiveServer
  let api: ManagementAPI
  let tokens: any TokenSource
  /// How the run signs in, for people: `a token`, `client credentials of portal`.
  let signIn: String
  let clientID: String?

  /// The System resource server of a server 1.0.0, whatever address it listens on (measured).
  static let defaultResource = "https://localhost:8090/mcp"
  static let sandboxPrefix = "sandbox:"

  /// - Throws: `UsageError`, `SignInError`, `ThunderIDError`, `FileError`.
  init(_ invocation: Invocation) throws {
    let options = invocation.options
    guard let address = options["server"] else {
      throw UsageError(
        description: "which server?",
        hint: "give --server URL (or THUNDERID_SERVER), or try it with --server sandbox:demo.json")
    }
    let timeout = options.double("timeout") ?? 30
    guard timeout > 0 else { throw UsageError(description: "--timeout must be more than 0") }
    let transport: any HTTPTransport
    let base: String
    if address.hasPrefix(Connection.sandboxPrefix) {
      let file = String(address.dropFirst(Connection.sandboxPrefix.count))
      guard !file.isEmpty else { throw UsageError(description: "sandbox: needs a file, such as sandbox:demo.json") }
      transport = try SandboxTransport(file: file)
      base = "http://127.0.0.1"
    } else {
      transport = try Connection.curl(options, timeout: timeout, output: invocation.output)
      base = address
    }
    (tokens, signIn, clientID) = try Connection.tokens(options, base: base, transport: transport, timeout: timeout)
    api = try ManagementAPI(
      baseURL: base, transport: transport, tokens: tokens, timeout: timeout,
      userAgent: "thunderid-apply/\(Version.number)")
    server = LiveServer(api: api, address: address.hasPrefix(Connection.sandboxPrefix) ? address : api.address)
  }

  /// The client that this run signs in with: of client credentials, or as the token says.
  func ownClientID() async throws -> String? {
    if let clientID { return clientID }
    let facts = TokenFacts.facts(of: try await tokens.token())
    return facts["client"]?.stringValue ?? facts["subject"]?.stringValue
  }

  private static func curl(_ options: Options, timeout: Double, output: Output) throws -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    // Else it shows only with the first TLS connection, as a server that can't be reached.
    if let file = options["ca-file"], !(try text(of: file, "ca-file")).contains("-----BEGIN ") {
      throw UsageError(description: "--ca-file: \(file) holds no PEM certificate")
    }
    configuration.caFile = options["ca-file"]
    configuration.isInsecure = options.has("insecure")
    configuration.timeout = timeout
    configuration.maxConnections = options.int("parallelism") ?? 8
    configuration.userAgent = "thunderid-apply/\(Version.number)"
    if configuration.isInsecure {
      output.note(
        "warning: --insecure: the server's certificate is not verified; anybody on the way can read the token")
    }
    return try CurlTransport(configuration)
  }

  private static func tokens(
    _ options: Options, base: String, transport: any HTTPTransport, timeout: Double
  ) throws -> (any TokenSource, String, String?) {
    let ways = ["token", "token-file", "client-id"]
    let typed = options.typed(ways)
    guard typed.count <= 1 else {
      throw UsageError(
        description: "\(typed.map { "--" + $0 }.joined(separator: " and ")) are two ways to sign in", hint: "give one")
    }
    switch options.nearest(of: ways) {
    case "token"?: return (FixedTokenSource(options["token"] ?? ""), "a token", nil)
    case "token-file"?:
      let file = options["token-file"] ?? ""
      return (FileTokenSource(path: file), "the token in \(file)", nil)
    case .some:
      let source = try clientCredentials(options, base: base, transport: transport, timeout: timeout)
      let clientID = options["client-id"] ?? ""
      return (source, "client credentials of \(clientID)", clientID)
    case nil: break
    }
    if options["server"]?.hasPrefix(sandboxPrefix) == true {
      return (FixedTokenSource("sandbox-admin"), "the sandbox's administrator", nil)
    }
    throw SignInError()
  }

  private static func clientCredentials(
    _ options: Options, base: String, transport: any HTTPTransport, timeout: Double
  ) throws -> ClientCredentialsTokenSource {
    guard let file = options["client-secret-file"] else {
      throw UsageError(description: "--client-id needs --client-secret-file")
    }
    let secret = try text(of: file, "client-secret-file").trimmingCharacters(in: .newlines)
    guard !secret.isEmpty else { throw UsageError(description: "--client-secret-file: \(file) is empty") }
    return try ClientCredentialsTokenSource(
      baseURL: base,
      credentials: ClientCredentials(
        clientId: options["client-id"] ?? "", proof: .secret(secret), scope: options["scope"] ?? "system",
        resource: options["resource"] ?? defaultResource),
      transport: transport, timeout: timeout)
  }

  private static func text(of file: String, _ flag: String) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try ManifestFiles.read(file)
    } catch {
      throw UsageError(description: "--\(flag): \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(description: "--\(flag): \(file) is not UTF-8 text")
    }
    return text
  }
}

/// No way to sign in was given (exit code 6).
struct SignInError: Error, CustomStringConvertible {
  let description = "not signed in: there is no token"
  let hint = "give THUNDERID_TOKEN, --token-file FILE, or --client-id ID with --client-secret-file FILE"
}
