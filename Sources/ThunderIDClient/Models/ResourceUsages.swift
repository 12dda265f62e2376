/// A resource that refers to another one.
public struct ResourceUsage: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A usage from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A usage", required: ["id"]) }

  /// The id of the resource that refers.
  public var id: String { fields[string: "id"] ?? "" }

  /// `application` or `agent`.
  public var resourceType: String? { fields[string: "resourceType"] }

  /// Its name.
  public var displayName: String? { fields[string: "displayName"] }

  /// `fallback` keeps it with a dangling reference; `cascade` deletes it too.
  public var behaviorOnDelete: String? { fields[string: "behaviorOnDelete"] }
}

/// What refers to a resource, to be known before it is deleted (`/users/{id}/usages`).
public struct ResourceUsages: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A list of usages from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A list of usages") }

  /// How many there are; nil where the server can't tell.
  public var totalResults: Int? { fields[int: "totalResults"] }

  /// How many are listed here.
  public var count: Int? { fields[int: "count"] }

  /// How many of each resource type.
  public var summary: JSONObject? { fields[object: "summary"] }

  /// The resources that refer.
  public var usages: [ResourceUsage] { fields[models: "usages"] ?? [] }
}
