/// How a client reaches its server.
public struct ThunderIDConfig: Sendable {
  /// The address of the server: `https://id.example.com`. Plain http only on this machine.
  public var baseUrl: String
  /// The client id of the application that uses the library.
  public var clientId: String?
  /// Its secret, for applications that sign in by themselves (client credentials); others leave it out.
  public var clientSecret: String?
  /// The scopes to ask for with a client secret.
  public var scopes: [String]
  /// The resource that tokens are for, with a client secret (RFC 8707).
  public var resource: String?
  /// Where access tokens come from; without one they come by the client secret.
  public var tokenSource: (any TokenSource)?
  /// Collections that live elsewhere than under `baseUrl`.
  public var endpoints: ThunderIDEndpoints
  /// How requests travel.
  public var http: ThunderIDHttpConfig

  /// A configuration.
  public init(
    baseUrl: String, clientId: String? = nil, clientSecret: String? = nil, scopes: [String] = ["system"],
    resource: String? = nil, tokenSource: (any TokenSource)? = nil,
    endpoints: ThunderIDEndpoints = ThunderIDEndpoints(), http: ThunderIDHttpConfig = ThunderIDHttpConfig()
  ) {
    self.baseUrl = baseUrl
    self.clientId = clientId
    self.clientSecret = clientSecret
    self.scopes = scopes
    self.resource = resource
    self.tokenSource = tokenSource
    self.endpoints = endpoints
    self.http = http
  }
}

/// The addresses of collections that live elsewhere than under the base address.
///
/// The access token is sent to these addresses too.
public struct ThunderIDEndpoints: Sendable, Hashable {
  /// The address of `/agents`.
  public var agents: String?
  /// The address of `/applications`.
  public var applications: String?
  /// The address of `/users`.
  public var users: String?

  /// Addresses; nil leaves a collection under the base address.
  public init(agents: String? = nil, applications: String? = nil, users: String? = nil) {
    self.agents = agents
    self.applications = applications
    self.users = users
  }

  var byPath: [String: String] {
    ["/agents": agents, "/applications": applications, "/users": users].compactMapValues { $0 }
  }
}

/// How requests travel.
public struct ThunderIDHttpConfig: Sendable {
  /// Sends management requests in the place of the library's own transport; a call's own fetcher comes first.
  /// Token requests never go through it.
  public var fetcher: ThunderIDFetcher?
  /// The transport for everything that no fetcher takes; nil is URLSession.
  public var transport: (any HTTPTransport)?
  /// Seconds for one exchange.
  public var timeout: Double

  /// A configuration.
  public init(fetcher: ThunderIDFetcher? = nil, transport: (any HTTPTransport)? = nil, timeout: Double = 30) {
    self.fetcher = fetcher
    self.transport = transport
    self.timeout = timeout
  }
}
