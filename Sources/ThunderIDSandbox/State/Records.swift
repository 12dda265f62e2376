import ThunderID

/// An application or an agent: what the server shows of it, and the secrets that it keeps to itself.
struct ClientRecord: Sendable {
  /// The record as `GET` gives it.
  var shown: JSONObject
  var clientSecret: String?
  var flowSecret: String?

  var id: String { shown["id"]?.stringValue ?? "" }
  var name: String { shown["name"]?.stringValue ?? "" }
  var ouId: String { shown["ouId"]?.stringValue ?? "" }
  var clientId: String? { shown["clientId"]?.stringValue }
  /// The configuration of its OAuth client, where it has one.
  var oauth: JSONObject? { shown["inboundAuthConfig"]?[0]?["config"]?.objectValue }
}

/// A user. The parts of its JSON text are kept, because listings are made of little else.
struct UserRecord: Sendable {
  let id: String
  let ouId: String
  let type: String
  /// nil where the user has none at all, which a listing shows as `null` and a single read leaves out.
  let attributes: JSONObject?
  var credentials: [String: String]

  private let head: [UInt8]
  private let typeText: [UInt8]
  private let attributesText: [UInt8]?

  init(id: String, ouId: String, type: String, attributes: JSONObject?, credentials: [String: String]) {
    self.id = id
    self.ouId = ouId
    self.type = type
    self.attributes = attributes
    self.credentials = credentials
    head =
      Array("{\"id\":".utf8) + JSONValue.string(id).bytes() + Array(",\"ouId\":".utf8)
      + JSONValue.string(ouId).bytes()
    typeText = Array(",\"type\":".utf8) + JSONValue.string(type).bytes()
    attributesText = attributes.map { JSONValue.object($0).bytes() }
  }

  /// Writes the user as a row of a list, or as itself.
  func write(to out: inout [UInt8], isRow: Bool, ouHandle: String? = nil, display: String? = nil) {
    out.append(contentsOf: head)
    if let ouHandle {
      out.append(contentsOf: ",\"ouHandle\":".utf8)
      out.append(contentsOf: JSONValue.string(ouHandle).bytes())
    }
    out.append(contentsOf: typeText)
    if let attributesText {
      out.append(contentsOf: ",\"attributes\":".utf8)
      out.append(contentsOf: attributesText)
    } else if isRow {
      out.append(contentsOf: ",\"attributes\":null".utf8)
    }
    if let display {
      out.append(contentsOf: ",\"display\":".utf8)
      out.append(contentsOf: JSONValue.string(display).bytes())
    }
    out.append(contentsOf: ",\"isReadOnly\":false}".utf8)
  }

  /// Writes the user as a state file keeps it.
  func writeStored(to out: inout [UInt8]) {
    write(to: &out, isRow: false)
    guard !credentials.isEmpty else { return }
    out.removeLast()
    out.append(contentsOf: ",\"credentials\":".utf8)
    let members = credentials.map { ($0.key, JSONValue.string($0.value)) }
    out.append(contentsOf: JSONValue.object(JSONObject(members)).bytes(.sortedKeys))
    out.append(UInt8(ascii: "}"))
  }
}

/// An organization unit, as `GET` gives it.
struct UnitRecord: Sendable {
  var shown: JSONObject

  var id: String { shown["id"]?.stringValue ?? "" }
  var handle: String { shown["handle"]?.stringValue ?? "" }
  var name: String { shown["name"]?.stringValue ?? "" }
  var parent: String? { shown["parent"]?.stringValue }
}

/// A user type or an agent type, as `GET` gives it.
struct TypeRecord: Sendable {
  var shown: JSONObject

  var id: String { shown["id"]?.stringValue ?? "" }
  var name: String { shown["name"]?.stringValue ?? "" }
  var ouId: String { shown["ouId"]?.stringValue ?? "" }
  var schema: JSONObject { shown["schema"]?.objectValue ?? JSONObject() }
  /// The attribute whose value stands for a user in `include=display`.
  var displayAttribute: String? { shown["systemAttributes"]?["display"]?.stringValue }
}

/// A role: its permissions, and whom it is given to.
struct RoleRecord: Sendable {
  struct Assignment: Sendable, Hashable {
    let id: String
    let type: String
  }

  /// The role as `GET` gives it, without the unit's handle.
  var shown: JSONObject
  var assignments: [Assignment]

  var id: String { shown["id"]?.stringValue ?? "" }
  var name: String { shown["name"]?.stringValue ?? "" }
  var ouId: String { shown["ouId"]?.stringValue ?? "" }
  var permissions: [String] {
    (shown["permissions"]?.arrayValue ?? []).flatMap { entry in
      (entry["permissions"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
  }
}

/// A token that the sandbox gave out.
struct TokenRecord: Sendable {
  let subject: String
  let permissions: [String]
  /// Seconds since 1970.
  var expires: Int
}
