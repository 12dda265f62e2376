/// A flow: the steps by which people sign in, register, recover or sign out (`flow-management.yaml`).
public struct FlowDefinition: ListedModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A flow from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A flow", required: ["id"]) }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// The name for people.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// The name in references; it never changes.
  public var handle: String? {
    get { fields[string: "handle"] }
    set { fields[string: "handle"] = newValue }
  }

  /// `AUTHENTICATION`, `REGISTRATION` and so on.
  public var flowType: String? {
    get { fields[string: "flowType"] }
    set { fields[string: "flowType"] = newValue }
  }

  /// The version in use.
  public var activeVersion: Int? { fields[int: "activeVersion"] }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// When it was made (RFC 3339).
  public var createdAt: String? { fields[string: "createdAt"] }

  /// When it was changed last (RFC 3339).
  public var updatedAt: String? { fields[string: "updatedAt"] }

  /// The steps; rows of a list lack them.
  public var nodes: [JSONValue]? { fields["nodes"]?.arrayValue }

  /// The name of the rows in a list.
  public static let listKey = "flows"
}
