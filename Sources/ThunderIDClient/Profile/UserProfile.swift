/// The profile of the signed-in user: the SCIM resource of `/scim2/Me` (RFC 7643, section 4.1), or the user record of
/// `/users/me` where the server has no SCIM endpoint (server 1.0.0).
public struct UserProfile: EditableModel {
  /// Which endpoint it came from, and so goes back to.
  public enum Source: Sendable, Hashable {
    /// `/scim2/Me`.
    case scim
    /// `/users/me`.
    case userRecord
  }

  /// Every field, in the order it came.
  public var fields: JSONObject
  /// Which endpoint it came from.
  public let source: Source

  /// A profile from the JSON of `/scim2/Me`.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { try self.init(json: json, source: .scim) }

  /// A profile from the JSON of either endpoint.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue, source: Source) throws {
    fields = try JSONObject(json, of: "A user profile")
    self.source = source
  }

  /// The id of the user.
  public var id: String? { fields[string: "id"] }

  /// The name by which the user signs in.
  public var userName: String? {
    switch source {
    case .scim: fields[string: "userName"]
    case .userRecord: fields[object: "attributes"]?[string: "username"]
    }
  }

  /// The name to show: `displayName` in SCIM, the attribute `name` of a user record.
  public var displayName: String? {
    get {
      switch source {
      case .scim: fields[string: "displayName"]
      case .userRecord: fields[object: "attributes"]?[string: "name"]
      }
    }
    set {
      switch source {
      case .scim: fields[string: "displayName"] = newValue
      case .userRecord: setAttribute("name", newValue.map(JSONValue.string))
      }
    }
  }

  /// The phone numbers: `phoneNumbers` in SCIM, the attribute `mobile_number` of a user record, which holds one.
  ///
  /// Several numbers in a user record are sent as a list, for the server to accept or refuse; none is dropped silently.
  public var phoneNumbers: [String] {
    get {
      switch source {
      case .scim:
        return (fields["phoneNumbers"]?.arrayValue ?? []).compactMap { $0.stringValue ?? $0["value"]?.stringValue }
      case .userRecord:
        let value = fields[object: "attributes"]?["mobile_number"]
        return value?.stringValue.map { [$0] } ?? (value?.arrayValue ?? []).compactMap(\.stringValue)
      }
    }
    set {
      switch source {
      case .scim: fields["phoneNumbers"] = .array(scimPhoneNumbers(newValue))
      case .userRecord:
        let texts = newValue.map(JSONValue.string)
        setAttribute("mobile_number", texts.count > 1 ? .array(texts) : texts.first)
      }
    }
  }

  private mutating func setAttribute(_ name: String, _ value: JSONValue?) {
    var attributes = fields[object: "attributes"] ?? JSONObject()
    attributes[name] = value
    fields[object: "attributes"] = attributes
  }

  /// Numbers that stay keep their type and other marks; a number that takes another's place takes its marks too.
  private func scimPhoneNumbers(_ numbers: [String]) -> [JSONValue] {
    let old = fields["phoneNumbers"]?.arrayValue ?? []
    return numbers.enumerated().map { index, number in
      let same = old.first { $0["value"]?.stringValue == number }
      guard var entry = (same ?? (old.indices.contains(index) ? old[index] : nil))?.objectValue else {
        return ["value": .string(number)]
      }
      entry["value"] = .string(number)
      return .object(entry)
    }
  }
}
