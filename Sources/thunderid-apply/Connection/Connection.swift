import Foundation
import ThunderID
import ThunderIDPlan

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

  /// - Throws: `UsageError`, `SignInError`, `ThunderIDError`, `FileError`.
  init(_ invocation: Invocation) throws {
    try self.init(invocation, Endpoint(invocation.options, output: invocation.output))
  }

  /// - Throws: `UsageError`, `SignInError`, `ThunderIDError`.
  init(_ invocation: Invocation, _ endpoint: Endpoint) throws {
    (tokens, signIn, clientID) = try Connection.tokens(invocation.options, endpoint)
    api = try ManagementAPI(
      baseURL: endpoint.base, transport: endpoint.transport, tokens: tokens, timeout: endpoint.timeout,
      userAgent: Endpoint.userAgent)
    server = LiveServer(api: api, address: endpoint.isSandbox ? endpoint.address : api.address)
  }

  /// The client that this run signs in with: of client credentials, or as the token says.
  func ownClientID() async throws -> String? {
    if let clientID { return clientID }
    let facts = TokenFacts.facts(of: try await tokens.token())
    return facts["client"]?.stringValue ?? facts["subject"]?.stringValue
  }

  private static func tokens(
    _ options: Options, _ endpoint: Endpoint
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
      let source = try clientCredentials(options, endpoint)
      let clientID = options["client-id"] ?? ""
      return (source, "client credentials of \(clientID)", clientID)
    case nil: break
    }
    if let proof = options.typed(proofs).first {
      throw UsageError(description: "--\(proof) needs --client-id ID", hint: "it proves that this run is that client")
    }
    if endpoint.isSandbox {
      return (FixedTokenSource("sandbox-admin"), "the sandbox's administrator", nil)
    }
    throw SignInError()
  }

  private static func clientCredentials(
    _ options: Options, _ endpoint: Endpoint
  ) throws -> ClientCredentialsTokenSource {
    try ClientCredentialsTokenSource(
      baseURL: endpoint.base,
      credentials: ClientCredentials(
        clientId: options["client-id"] ?? "", proof: try proof(options, endpoint), scope: options["scope"] ?? "system",
        resource: options["resource"] ?? defaultResource),
      transport: endpoint.transport, timeout: endpoint.timeout)
  }

  private static let proofs = ["client-secret-file", "client-secret-command", "client-key-file"]

  /// How the client proves that it is itself: by a secret or by a key.
  private static func proof(_ options: Options, _ endpoint: Endpoint) throws -> ClientCredentials.Proof {
    let typed = options.typed(proofs)
    guard typed.count <= 1 else {
      throw UsageError(
        description: "\(typed.map { "--" + $0 }.joined(separator: " and ")) are two proofs of one client",
        hint: "give one")
    }
    switch options.nearest(of: proofs) {
    case "client-secret-file"?:
      let file = options["client-secret-file"] ?? ""
      let secret = try Endpoint.text(of: file, "client-secret-file").trimmingCharacters(in: .newlines)
      guard !secret.isEmpty else { throw UsageError(description: "--client-secret-file: \(file) is empty") }
      return .secret(secret)
    case "client-secret-command"?:
      return .secret(try SecretCommand.run(options["client-secret-command"] ?? ""))
    case .some: return try assertion(options, endpoint)
    case nil:
      throw UsageError(
        description: "--client-id needs --client-secret-file, --client-secret-command or --client-key-file")
    }
  }

  private static func assertion(_ options: Options, _ endpoint: Endpoint) throws -> ClientCredentials.Proof {
    let file = options["client-key-file"] ?? ""
    let key: ClientKey
    do {
      key = try ClientKey(pem: Array(Endpoint.text(of: file, "client-key-file").utf8), id: options["client-key-id"])
    } catch let fault as ClientKey.Fault {
      throw UsageError(description: "--client-key-file: \(file): \(fault)")
    }
    let client = options["client-id"] ?? ""
    let audience = try options["client-audience"] ?? ServerURL(endpoint.base).description + "/oauth2/token"
    return .assertion {
      try key.assertion(of: client, audience: audience, now: Int(Date().timeIntervalSince1970))
    }
  }
}

/// Nobody can be signed in (exit code 6).
struct SignInError: Error, CustomStringConvertible {
  var description = "not signed in: there is no token"
  var hint =
    "give THUNDERID_TOKEN, --token-file FILE, or --client-id ID with --client-secret-file, --client-secret-command or "
    + "--client-key-file"
}
