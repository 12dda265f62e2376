import ThunderID

/// The ids of a server that was just set up (server 1.0.0).
package enum DefaultIDs {
  package static let organizationUnit = "01900000-0000-7000-8000-000000000001"
  package static let personType = "01900000-0000-7000-8000-000000000010"
  package static let agentType = "01900000-0000-7000-8000-000000000011"
  package static let systemResourceServer = "01900000-0000-7000-8000-000000000020"
  package static let adminUser = "01900000-0000-7000-8000-000000000030"
  package static let administratorRole = "01900000-0000-7000-8000-000000000050"
  package static let consoleApplication = "01900000-0000-7000-8000-000000000060"
  package static let authenticationFlow = "01900000-0000-7000-8000-000000000061"
  package static let consoleFlow = "01900000-0000-7000-8000-000000000068"
  package static let signOutFlow = "01900000-0000-7000-8000-00000000006a"
}

extension SandboxState {
  /// A server that was just set up.
  static func fresh(recordLimit: Int?, tokenLifetime: Int) -> SandboxState {
    var state = SandboxState(recordLimit: recordLimit, tokenLifetime: tokenLifetime)
    let now = JSONValue.string(Fresh.timestamp())
    state.put(defaultUnit(now))
    state.put(.user, personType)
    state.put(.agent, agentType)
    state.put(adminUser)
    state.put(.application, ClientRecord(shown: console))
    state.put(administratorRole)
    state.flows = flows(now)
    return state
  }

  private static func defaultUnit(_ now: JSONValue) -> UnitRecord {
    UnitRecord(
      shown: JSONObject(
        [
          ("id", .string(DefaultIDs.organizationUnit)), ("handle", "default"), ("name", "Default"),
          ("description", "Default organization unit"), ("parent", .null),
          ("isRegistrationFlowEnabled", false), ("isRecoveryFlowEnabled", false),
          ("logoUrl", "avatar:shape=rounded,variant=anonymous_entity,content=pavilion,colors=0"),
          ("createdAt", now), ("updatedAt", now),
        ] as [(String, JSONValue)]))
  }

  private static var adminUser: UserRecord {
    UserRecord(
      id: DefaultIDs.adminUser, ouId: DefaultIDs.organizationUnit, type: "Person",
      attributes: JSONObject([
        ("email", "admin@example.com"), ("family_name", "User"), ("given_name", "Admin"),
        ("mobile_number", "+12345678920"), ("name", "Administrator"), ("sub", "admin"), ("username", "admin"),
      ]),
      credentials: ["password": "admin"])
  }

  private static var personType: TypeRecord {
    let texts = [
      ("family_name", "Last Name"), ("given_name", "First Name"), ("mobile_number", "Mobile Number"),
      ("name", "Full Name"), ("picture", "Picture"), ("sub", "Subject"),
    ]
    var schema = JSONObject(
      texts.map { ($0.0, ["displayName": .string($0.1), "required": false, "type": "string"] as JSONValue) })
    schema["email"] = [
      "displayName": "Email", "regex": "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", "required": true,
      "type": "string", "unique": true,
    ]
    schema["password"] = ["credential": true, "displayName": "Password", "required": false, "type": "string"]
    schema["username"] = ["displayName": "Username", "required": true, "type": "string", "unique": true]
    return TypeRecord(
      shown: JSONObject(
        [
          ("id", .string(DefaultIDs.personType)), ("name", "Person"), ("ouId", .string(DefaultIDs.organizationUnit)),
          ("allowSelfRegistration", true), ("systemAttributes", ["display": "username"]),
          ("schema", JSONValue.object(schema).sortedByKey),
        ] as [(String, JSONValue)]))
  }

  private static var agentType: TypeRecord {
    let functions: JSONValue = [
      "task-automation", "rag-retrieval", "code-gen", "data-analysis", "orchestrator", "sub-agent", "assistant",
      "custom",
    ]
    let providers: JSONValue = ["openai", "anthropic", "gemini", "mistral", "custom"]
    return TypeRecord(
      shown: JSONObject(
        [
          ("id", .string(DefaultIDs.agentType)), ("name", "default"), ("ouId", .string(DefaultIDs.organizationUnit)),
          ("allowSelfRegistration", false),
          (
            "schema",
            [
              "function": ["displayName": "Function", "enum": functions, "required": false, "type": "string"],
              "model": ["displayName": "Model", "required": false, "type": "string"],
              "modelProvider": [
                "displayName": "Model Provider", "enum": providers, "required": false, "type": "string",
              ],
            ]
          ),
        ] as [(String, JSONValue)]))
  }

  private static var console: JSONObject {
    let address: JSONValue = "https://localhost:8090/console"
    let claims: JSONValue = ["given_name", "family_name", "email", "groups", "name", "ouId"]
    let token: JSONValue = [
      "accessToken": ["userConfig": ["validityPeriod": 3600, "attributes": claims]],
      "idToken": ["validityPeriod": 3600, "userAttributes": claims, "responseType": "JWT"],
      "refreshToken": ["validityPeriod": 86400],
    ]
    let oauth: JSONValue = [
      "clientId": "CONSOLE", "redirectUris": [address], "postLogoutRedirectUris": [address],
      "grantTypes": ["authorization_code", "refresh_token"], "responseTypes": ["code"],
      "tokenEndpointAuthMethod": "none", "pkceRequired": true, "publicClient": true,
      "requirePushedAuthorizationRequests": false, "dpopBoundAccessTokens": false, "includeActClaim": false,
      "token": token, "userInfo": ["responseType": "JSON", "userAttributes": claims],
      "scopeClaims": [
        "email": ["email"], "group": ["groups"], "ou": ["ouId"], "phone": [],
        "profile": ["name", "given_name", "family_name", "picture"],
      ],
    ]
    return JSONObject(
      [
        ("id", .string(DefaultIDs.consoleApplication)), ("ouId", .string(DefaultIDs.organizationUnit)),
        ("name", "Console"), ("description", "Management application for ThunderID"), ("clientId", "CONSOLE"),
        ("type", "browser"), ("url", address),
        ("logoUrl", "avatar:shape=rounded,variant=anonymous_entity,content=cube,colors=0"),
        ("authFlowId", .string(DefaultIDs.consoleFlow)), ("isRegistrationFlowEnabled", false),
        ("isRecoveryFlowEnabled", false), ("signOutFlowId", .string(DefaultIDs.signOutFlow)),
        ("assertion", ["validityPeriod": 3600]), ("loginConsent", ["validityPeriod": 0]),
        ("allowedUserTypes", ["Person"]), ("inboundAuthConfig", [["type": "oauth2", "config": oauth]]),
      ] as [(String, JSONValue)])
  }

  private static var administratorRole: RoleRecord {
    RoleRecord(
      shown: JSONObject(
        [
          ("id", .string(DefaultIDs.administratorRole)), ("name", "Administrator"),
          ("description", "System administrator role with full permissions"),
          ("ouId", .string(DefaultIDs.organizationUnit)),
          (
            "permissions",
            [["resourceServerId": .string(DefaultIDs.systemResourceServer), "permissions": ["system"]]]
          ),
        ] as [(String, JSONValue)]),
      assignments: [RoleRecord.Assignment(id: DefaultIDs.adminUser, type: "user")])
  }

  /// The flows that applications refer to. Their ids are the server's; what is in them is not what this sandbox is for.
  private static func flows(_ now: JSONValue) -> [JSONObject] {
    [
      (DefaultIDs.authenticationFlow, "AUTHENTICATION", "Default Authentication Flow", "default-flow"),
      (DefaultIDs.consoleFlow, "AUTHENTICATION", "Console Authentication Flow", "console-flow"),
      (
        "01900000-0000-7000-8000-000000000069", "REGISTRATION", "Console Registration Flow", "console-registration-flow"
      ),
      (DefaultIDs.signOutFlow, "SIGN_OUT", "Default Sign-out Flow", "default-sign-out-flow"),
    ].map { id, type, name, handle in
      JSONObject([
        ("id", .string(id)), ("flowType", .string(type)), ("name", .string(name)), ("handle", .string(handle)),
        ("activeVersion", 1), ("isReadOnly", false), ("createdAt", now), ("updatedAt", now),
      ])
    }
  }
}

extension JSONValue {
  /// The value with every object's members in the order of their keys' bytes.
  var sortedByKey: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sortedByKey))
    case .object(let object):
      .object(
        JSONObject(
          object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value.sortedByKey) }))
    default: self
    }
  }
}
