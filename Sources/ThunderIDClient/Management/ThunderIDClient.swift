/// The management API of a ThunderID server.
///
/// ```swift
/// let client = ThunderIDClient()
/// try client.initialize(config: ThunderIDConfig(baseUrl: "https://id.example.com", tokenSource: source))
/// let page = try await client.applications.list(limit: 20)
/// ```
/// Requests carry the access token, which needs the permissions that the server asks for each resource. Every
/// operation throws ``ThunderIDError``: `.sdkNotInitialized` before `initialize(config:)`, `.invalidInput` for an empty
/// id, and what the server answered: `.authenticationFailed`, `.forbidden`, `.notFound`, `.conflict`, `.serverError`.
/// Reads are repeated after broken connections and 429, 502, 503 and 504; writes after 429 alone.
public final class ThunderIDClient: Sendable {
  let connection = Connection()

  /// A client of no server yet.
  public init() {}

  /// Says which server to use, once.
  ///
  /// - Throws: ``ThunderIDError``: `.alreadyInitialized` on a second call; `.invalidConfiguration` for an address that
  ///   is not https (or this machine), or a secret without a client id.
  public func initialize(config: ThunderIDConfig) throws { try connection.initialize(config) }

  /// Whether `initialize(config:)` has run.
  public var isInitialized: Bool { connection.isOpen }

  /// Applications (`/applications`).
  public var applications: ApplicationOperations { ApplicationOperations(connection) }

  /// Users (`/users`).
  public var users: UserOperations { UserOperations(connection) }

  /// AI agents (`/agents`).
  public var agents: AgentOperations { AgentOperations(connection) }

  /// Organization units (`/organization-units`).
  public var organizationUnits: OrganizationUnitOperations { OrganizationUnitOperations(connection) }

  /// User types (`/user-types`).
  public var userTypes: EntityTypeOperations {
    EntityTypeOperations(connection, path: "/user-types", noun: "user type")
  }

  /// Agent types (`/agent-types`).
  public var agentTypes: EntityTypeOperations {
    EntityTypeOperations(connection, path: "/agent-types", noun: "agent type")
  }

  /// Flows (`/flows`).
  public var flows: FlowOperations { FlowOperations(connection) }

  /// An access token that is good now, for requests of your own.
  ///
  /// - Throws: ``ThunderIDError``: `.sdkNotInitialized`; `.authenticationFailed` where there is none.
  public func getAccessToken() async throws -> String { try await connection.own().token() }
}
