/// An application: what the server made, and the request that would make it.
///
/// Every field of ``ApplicationRequest`` reads directly on it: `application.name`. To change an application, edit
/// ``request`` and pass it to `update(id:_:)`, which replaces all mutable fields. Rows of a list lack fields; read the
/// application by id before an update (server 1.0.0).
@dynamicMemberLookup
public struct Application: ListedModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An application from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id or name is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "An application", required: ["id", "name"])
  }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// When it was made (RFC 3339); server 1.0.0 does not tell.
  public var createdAt: String? { fields[string: "createdAt"] }

  /// When it was changed last (RFC 3339); server 1.0.0 does not tell.
  public var updatedAt: String? { fields[string: "updatedAt"] }

  /// The client id, where it has an OAuth client.
  public var clientId: String? {
    fields[string: "clientId"] ?? request.inboundAuthConfig?.compactMap { $0.config?.clientId }.first
  }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// The mutable fields: all but those that the server makes.
  public var request: ApplicationRequest {
    get { ApplicationRequest(fields: fields.without(Application.serverMade)) }
    set {
      for key in fields.keys where !Application.serverMade.contains(key) && newValue.fields[key] == nil {
        fields[key] = nil
      }
      for (key, value) in newValue.fields where !Application.serverMade.contains(key) { fields[key] = value }
    }
  }

  /// A field of the request.
  public subscript<Value>(dynamicMember field: KeyPath<ApplicationRequest, Value>) -> Value {
    ApplicationRequest(fields: fields)[keyPath: field]
  }

  /// The name of the rows in a list.
  public static let listKey = "applications"

  private static let serverMade: Set<String> = ["id", "createdAt", "updatedAt", "clientId", "isReadOnly", "ouHandle"]
}
