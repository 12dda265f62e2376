/// What applications and agents share: how users sign in to them (`application.yaml`, `agent.yaml`).
public protocol SignInSettings: EditableModel {}

extension SignInSettings {
  /// The flow by which users sign in; the server takes its default where none is given.
  public var authFlowId: String? {
    get { fields[string: "authFlowId"] }
    set { fields[string: "authFlowId"] = newValue }
  }

  /// The flow by which users register.
  public var registrationFlowId: String? {
    get { fields[string: "registrationFlowId"] }
    set { fields[string: "registrationFlowId"] = newValue }
  }

  /// Whether users may register.
  public var isRegistrationFlowEnabled: Bool? {
    get { fields[bool: "isRegistrationFlowEnabled"] }
    set { fields[bool: "isRegistrationFlowEnabled"] = newValue }
  }

  /// The flow by which users recover access.
  public var recoveryFlowId: String? {
    get { fields[string: "recoveryFlowId"] }
    set { fields[string: "recoveryFlowId"] = newValue }
  }

  /// Whether users may recover access; the server then wants `recoveryFlowId` too.
  public var isRecoveryFlowEnabled: Bool? {
    get { fields[bool: "isRecoveryFlowEnabled"] }
    set { fields[bool: "isRecoveryFlowEnabled"] = newValue }
  }

  /// The flow by which users sign out.
  public var signOutFlowId: String? {
    get { fields[string: "signOutFlowId"] }
    set { fields[string: "signOutFlowId"] = newValue }
  }

  /// Whether the sign-out flow is used.
  public var isSignOutFlowEnabled: Bool? {
    get { fields[bool: "isSignOutFlowEnabled"] }
    set { fields[bool: "isSignOutFlowEnabled"] = newValue }
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

  /// The assertion that a flow ends with.
  public var assertion: AssertionConfig? {
    get { fields[model: "assertion"] }
    set { fields[model: "assertion"] = newValue }
  }

  /// How long a consent lasts.
  public var loginConsent: LoginConsentConfig? {
    get { fields[model: "loginConsent"] }
    set { fields[model: "loginConsent"] = newValue }
  }

  /// The user types that may sign in.
  public var allowedUserTypes: [String]? {
    get { fields[strings: "allowedUserTypes"] }
    set { fields[strings: "allowedUserTypes"] = newValue }
  }

  /// The protocols by which it signs in.
  public var inboundAuthConfig: [InboundAuthConfig]? {
    get { fields[models: "inboundAuthConfig"] }
    set { fields[models: "inboundAuthConfig"] = newValue }
  }
}

/// The assertion that a flow ends with.
public struct AssertionConfig: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An assertion configuration from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "An assertion configuration") }

  /// Settings that leave everything to the server.
  public init() { fields = JSONObject() }

  /// Seconds that it is valid.
  public var validityPeriod: Int? {
    get { fields[int: "validityPeriod"] }
    set { fields[int: "validityPeriod"] = newValue }
  }

  /// The attributes of the user in it.
  public var userAttributes: [String]? {
    get { fields[strings: "userAttributes"] }
    set { fields[strings: "userAttributes"] = newValue }
  }
}

/// How long a consent lasts.
public struct LoginConsentConfig: EditableModel {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// A consent configuration from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where it is no object.
  public init(json: JSONValue) throws { fields = try JSONObject(json, of: "A consent configuration") }

  /// Settings that leave everything to the server.
  public init() { fields = JSONObject() }

  /// Seconds until it is asked for again; 0 asks once.
  public var validityPeriod: Int? {
    get { fields[int: "validityPeriod"] }
    set { fields[int: "validityPeriod"] = newValue }
  }
}
