import ThunderID

/// The attribute schema of a user or agent type (`GET /user-types/{id}`, `/agent-types/{id}`).
package struct TypeSchema: Sendable {
  /// What the server says of one attribute.
  package indirect enum Shape: Sendable {
    case string, number, boolean
    case array(Attribute?)
    case object([(name: String, attribute: Attribute)])
    /// A type that this tool does not know: nothing is checked.
    case unknown
  }

  /// One attribute of the schema.
  package struct Attribute: Sendable {
    package var shape: Shape
    package var isRequired: Bool
    package var isUnique: Bool
    /// Write-only on the server: a password.
    package var isCredential: Bool
    package var choices: [JSONValue]
    package var pattern: TextPattern?
  }

  package var name: String
  package var attributes: [(name: String, attribute: Attribute)]
  /// The id of the organization unit that the type belongs to.
  package var organizationUnit: String?

  /// A schema from the answer of the server.
  package init(name: String, json: JSONValue) {
    self.name = name
    organizationUnit = json["ouId"]?.stringValue
    attributes = TypeSchema.members(json["schema"] ?? json)
  }

  package subscript(name: String) -> Attribute? {
    attributes.first { $0.name.hasSameBytes(as: name) }?.attribute
  }

  private static func members(_ json: JSONValue) -> [(name: String, attribute: Attribute)] {
    (json.objectValue ?? JSONObject()).map { ($0.key, attribute($0.value)) }
  }

  private static func attribute(_ json: JSONValue) -> Attribute {
    let shape: Shape =
      switch json["type"]?.stringValue {
      case "string": .string
      case "number", "integer": .number
      case "boolean": .boolean
      case "array": .array(json["items"].map(attribute))
      case "object": .object(members(json["properties"] ?? .null))
      default: .unknown
      }
    return Attribute(
      shape: shape, isRequired: json["required"]?.boolValue ?? false, isUnique: json["unique"]?.boolValue ?? false,
      isCredential: json["credential"]?.boolValue ?? false, choices: json["enum"]?.arrayValue ?? [],
      pattern: json["regex"]?.stringValue.map(TextPattern.init))
  }
}
