/// A user record on the server; not the signed-in user.
public struct ManagedUser: ListedModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A user from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A user", required: ["id"]) }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// The organization unit that owns it.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// The last handle of that unit's path.
  public var ouHandle: String? { fields[string: "ouHandle"] }

  /// The user type, whose schema rules the attributes.
  public var type: String? {
    get { fields[string: "type"] }
    set { fields[string: "type"] = newValue }
  }

  /// What is known of the person.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }

  /// The text to show for the user: the value of the attribute that the type names for it, or the id.
  public var display: String? { fields[string: "display"] }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// The name of the rows in a list.
  public static let listKey = "users"
}

/// A new user (`POST /users`). Credentials such as `password` go among the attributes.
public struct CreateManagedUserRequest: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A request for a user from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where ouId or type is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "A request for a user", required: ["ouId", "type"])
  }

  /// A request for a user of that type in that organization unit.
  public init(ouId: String, type: String, attributes: JSONObject? = nil) {
    fields = JSONObject([("ouId", .string(ouId)), ("type", .string(type))])
    self.attributes = attributes
  }

  /// The organization unit that owns it.
  public var ouId: String {
    get { fields[string: "ouId"] ?? "" }
    set { fields[string: "ouId"] = newValue }
  }

  /// The user type.
  public var type: String {
    get { fields[string: "type"] ?? "" }
    set { fields[string: "type"] = newValue }
  }

  /// What is known of the person.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }
}

/// A user's mutable fields, which an update replaces (`PUT /users/{id}`).
///
/// Server 1.0.0 wants `ouId` and `type`, and empties the attributes where they are left out: start from the record.
public struct UpdateManagedUserRequest: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A request for a user from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A request for a user") }

  /// A request without fields.
  public init() { fields = JSONObject() }

  /// A request that keeps the user as it is.
  public init(_ user: ManagedUser) {
    fields = user.fields.without(["id", "ouHandle", "display", "isReadOnly"])
  }

  /// The organization unit that owns it.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// The user type.
  public var type: String? {
    get { fields[string: "type"] }
    set { fields[string: "type"] = newValue }
  }

  /// What is known of the person; the whole of it.
  public var attributes: JSONObject? {
    get { fields[object: "attributes"] }
    set { fields[object: "attributes"] = newValue }
  }
}
