/// An AI agent. Rows of a list lack the sign-in settings (server 1.0.0).
public struct Agent: ListedModel, SignInSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An agent from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "An agent", required: ["id"]) }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// The organization unit that owns it.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// The last handle of that unit's path.
  public var ouHandle: String? { fields[string: "ouHandle"] }

  /// The agent type.
  public var type: String? {
    get { fields[string: "type"] }
    set { fields[string: "type"] = newValue }
  }

  /// The name, unique among agents.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// What it does.
  public var description: String? {
    get { fields[string: "description"] }
    set { fields[string: "description"] = newValue }
  }

  /// Its logo.
  public var logoUrl: String? {
    get { fields[string: "logoUrl"] }
    set { fields[string: "logoUrl"] = newValue }
  }

  /// The id of whoever answers for it; the server takes the caller where none is given.
  public var owner: String? {
    get { fields[string: "owner"] }
    set { fields[string: "owner"] = newValue }
  }

  /// What is known of it, by the schema of its type.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }

  /// The client id, where it has an OAuth client.
  public var clientId: String? { fields[string: "clientId"] }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// The name of the rows in a list.
  public static let listKey = "agents"
}

/// A new agent (`POST /agents`).
public struct CreateAgentRequest: SignInSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A request for an agent from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where ouId or type or name is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "A request for an agent", required: ["ouId", "type", "name"])
  }

  /// A request for an agent of that type and name in that organization unit.
  public init(ouId: String, type: String, name: String) {
    fields = JSONObject([("ouId", .string(ouId)), ("type", .string(type)), ("name", .string(name))])
  }

  /// The organization unit that owns it.
  public var ouId: String {
    get { fields[string: "ouId"] ?? "" }
    set { fields[string: "ouId"] = newValue }
  }

  /// The agent type.
  public var type: String {
    get { fields[string: "type"] ?? "" }
    set { fields[string: "type"] = newValue }
  }

  /// The name, unique among agents.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// What it does.
  public var description: String? {
    get { fields[string: "description"] }
    set { fields[string: "description"] = newValue }
  }

  /// Its logo.
  public var logoUrl: String? {
    get { fields[string: "logoUrl"] }
    set { fields[string: "logoUrl"] = newValue }
  }

  /// The id of whoever answers for it; the server takes the caller where none is given.
  public var owner: String? {
    get { fields[string: "owner"] }
    set { fields[string: "owner"] = newValue }
  }

  /// What is known of it, by the schema of its type.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }
}

/// An agent's mutable fields, which an update replaces (`PUT /agents/{id}`).
///
/// Server 1.0.0 wants `type` and `name`, and removes the OAuth client where `inboundAuthConfig` is left out: start from
/// the record.
public struct UpdateAgentRequest: SignInSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A request for an agent from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A request for an agent") }

  /// A request without fields.
  public init() { fields = JSONObject() }

  /// A request that keeps the agent as it is; read it by id, for a list's row lacks fields.
  public init(_ agent: Agent) {
    fields = agent.fields.without(["id", "ouHandle", "clientId", "isReadOnly"])
  }

  /// The organization unit that owns it; another one moves it.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// The agent type.
  public var type: String? {
    get { fields[string: "type"] }
    set { fields[string: "type"] = newValue }
  }

  /// The name.
  public var name: String? {
    get { fields[string: "name"] }
    set { fields[string: "name"] = newValue }
  }

  /// What it does.
  public var description: String? {
    get { fields[string: "description"] }
    set { fields[string: "description"] = newValue }
  }

  /// Its logo.
  public var logoUrl: String? {
    get { fields[string: "logoUrl"] }
    set { fields[string: "logoUrl"] = newValue }
  }

  /// The id of whoever answers for it; the server takes the caller where none is given.
  public var owner: String? {
    get { fields[string: "owner"] }
    set { fields[string: "owner"] = newValue }
  }

  /// What is known of it, by the schema of its type.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }
}
