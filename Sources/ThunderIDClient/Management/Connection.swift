/// What a client and its accessors share: nothing until it is initialized, then the API.
final class Connection: Sendable {
  private struct Open {
    /// Management requests: by the configured fetcher, where there is one.
    let managed: ManagementAPI
    /// Everything else: by the library's own transport.
    let own: ManagementAPI
  }

  private let open = Locked<Open?>(nil)

  var isOpen: Bool { open.withLock { $0 != nil } }

  /// Takes the configuration, once.
  func initialize(_ config: ThunderIDConfig) throws {
    guard config.http.timeout > 0, config.http.timeout.isFinite else {
      throw ThunderIDError(code: .invalidConfiguration, message: "The timeout must be a number of seconds over 0.")
    }
    let transport = config.http.transport ?? URLSessionTransport.shared
    let own = try ManagementAPI(
      baseURL: config.baseUrl, transport: transport, tokens: try Connection.tokens(config, transport),
      endpoints: config.endpoints, timeout: config.http.timeout)
    let managed = config.http.fetcher.map { own.through(FetcherTransport($0)) } ?? own
    try open.withLock { open in
      guard open == nil else {
        throw ThunderIDError(
          code: .alreadyInitialized, message: "initialize(config:) has run before; make a new client to change servers."
        )
      }
      open = Open(managed: managed, own: own)
    }
  }

  /// The API for management requests; the call's own fetcher comes first.
  func managed(_ fetcher: ThunderIDFetcher?) throws -> ManagementAPI {
    let api = try opened().managed
    return fetcher.map { api.through(FetcherTransport($0)) } ?? api
  }

  /// The API by the library's own transport.
  func own() throws -> ManagementAPI { try opened().own }

  private func opened() throws -> Open {
    guard let open = open.withLock({ $0 }) else {
      throw ThunderIDError(code: .sdkNotInitialized, message: "Call initialize(config:) before anything else.")
    }
    return open
  }

  private static func tokens(_ config: ThunderIDConfig, _ transport: any HTTPTransport) throws -> any TokenSource {
    if let source = config.tokenSource { return source }
    guard let secret = config.clientSecret else { return NoTokenSource() }
    guard let clientId = config.clientId, !clientId.isEmpty else {
      throw ThunderIDError(code: .invalidConfiguration, message: "A clientSecret needs a clientId.")
    }
    let credentials = ClientCredentials(
      clientId: clientId, proof: .secret(secret),
      scope: config.scopes.isEmpty ? nil : config.scopes.joined(separator: " "), resource: config.resource)
    return try ClientCredentialsTokenSource(
      baseURL: config.baseUrl, credentials: credentials, transport: transport, timeout: config.http.timeout)
  }
}
