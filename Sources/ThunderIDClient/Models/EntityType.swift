/// A user type or agent type: the schema that attributes must follow.
public struct EntityType: ListedModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A user or agent type from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A user or agent type", required: ["id"]) }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// The name that users and agents give as their `type`.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// The organization unit that it belongs to.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// The last handle of that unit's path.
  public var ouHandle: String? { fields[string: "ouHandle"] }

  /// Whether people may register as this type.
  public var allowSelfRegistration: Bool? {
    get { fields[bool: "allowSelfRegistration"] }
    set { fields[bool: "allowSelfRegistration"] = newValue }
  }

  /// What the server itself uses: `display` names the attribute to show.
  public var systemAttributes: JSONObject? {
    get { fields[object: "systemAttributes"] }
    set { fields[object: "systemAttributes"] = newValue }
  }

  /// The attributes by name; rows of a list lack it.
  public var schema: JSONObject? {
    get { fields[object: "schema"] }
    set { fields[object: "schema"] = newValue }
  }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// The name of the rows in a list.
  public static let listKey = "types"
}

/// A user type (`/user-types`).
public typealias UserType = EntityType
/// An agent type (`/agent-types`).
public typealias AgentType = EntityType
