/// What an organization unit and a request for one share (`ou.yaml`).
public protocol OrganizationUnitSettings: EditableModel {}

extension OrganizationUnitSettings {
  /// Its name in paths, unique among its siblings.
  public var handle: String {
    get { fields[string: "handle"] ?? "" }
    set { fields[string: "handle"] = newValue }
  }

  /// Its name for people, unique among its siblings.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// What it is for.
  public var description: String? {
    get { fields[string: "description"] }
    set { fields[string: "description"] = newValue }
  }

  /// The id of the unit above; nil is a root, and an update without one moves it there.
  public var parent: String? {
    get { fields[string: "parent"] }
    set { fields[string: "parent"] = newValue }
  }

  /// The theme of its pages.
  public var themeId: String? {
    get { fields[string: "themeId"] }
    set { fields[string: "themeId"] = newValue }
  }

  /// The layout of its pages.
  public var layoutId: String? {
    get { fields[string: "layoutId"] }
    set { fields[string: "layoutId"] = newValue }
  }

  /// The flow by which its users sign in.
  public var authFlowId: String? {
    get { fields[string: "authFlowId"] }
    set { fields[string: "authFlowId"] = newValue }
  }

  /// The flow by which its users register.
  public var registrationFlowId: String? {
    get { fields[string: "registrationFlowId"] }
    set { fields[string: "registrationFlowId"] = newValue }
  }

  /// Whether its users may register.
  public var isRegistrationFlowEnabled: Bool? {
    get { fields[bool: "isRegistrationFlowEnabled"] }
    set { fields[bool: "isRegistrationFlowEnabled"] = newValue }
  }

  /// The flow by which its users recover access.
  public var recoveryFlowId: String? {
    get { fields[string: "recoveryFlowId"] }
    set { fields[string: "recoveryFlowId"] = newValue }
  }

  /// Whether its users may recover access.
  public var isRecoveryFlowEnabled: Bool? {
    get { fields[bool: "isRecoveryFlowEnabled"] }
    set { fields[bool: "isRecoveryFlowEnabled"] = newValue }
  }

  /// The flow by which its users sign out.
  public var signOutFlowId: String? {
    get { fields[string: "signOutFlowId"] }
    set { fields[string: "signOutFlowId"] = newValue }
  }

  /// Its logo.
  public var logoUrl: String? {
    get { fields[string: "logoUrl"] }
    set { fields[string: "logoUrl"] = newValue }
  }

  /// Its terms of service.
  public var tosUri: String? {
    get { fields[string: "tosUri"] }
    set { fields[string: "tosUri"] = newValue }
  }

  /// Its privacy policy.
  public var policyUri: String? {
    get { fields[string: "policyUri"] }
    set { fields[string: "policyUri"] = newValue }
  }

  /// Its cookie policy.
  public var cookiePolicyUri: String? {
    get { fields[string: "cookiePolicyUri"] }
    set { fields[string: "cookiePolicyUri"] = newValue }
  }
}

/// An organization unit: the place of users, applications and agents in the tree.
public struct OrganizationUnit: ListedModel, OrganizationUnitSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An organization unit from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where id is missing.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "An organization unit", required: ["id"]) }

  /// The id that the server gave it.
  public var id: String { fields[string: "id"] ?? "" }

  /// When it was made (RFC 3339).
  public var createdAt: String? { fields[string: "createdAt"] }

  /// When it was changed last (RFC 3339).
  public var updatedAt: String? { fields[string: "updatedAt"] }

  /// Whether it comes from the server's own files and refuses changes.
  public var isReadOnly: Bool? { fields[bool: "isReadOnly"] }

  /// The name of the rows in a list.
  public static let listKey = "organizationUnits"
}

/// The mutable fields of an organization unit, to create or replace one.
public struct OrganizationUnitRequest: OrganizationUnitSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A request for an organization unit from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where handle or name is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "A request for an organization unit", required: ["handle", "name"])
  }

  /// A request for a unit of that handle and name, a root unless `parent` is set.
  public init(handle: String, name: String) {
    fields = JSONObject([("handle", .string(handle)), ("name", .string(name))])
  }

  /// A request that keeps the unit as it is, its parent included.
  public init(_ unit: OrganizationUnit) {
    fields = unit.fields.without(["id", "createdAt", "updatedAt", "isReadOnly"])
  }
}
