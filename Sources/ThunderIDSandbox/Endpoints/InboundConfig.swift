import ThunderID

/// What applications and agents share: flows, assertion, allowed user types and the inbound configuration.
enum InboundConfig {
  /// The OAuth configuration of a request; nil where there is none.
  static func oauth(_ sent: JSONObject) throws -> JSONObject? {
    for entry in sent["inboundAuthConfig"]?.arrayValue ?? [] where entry["type"]?.stringValue == "oauth2" {
      return entry["config"]?.objectValue ?? JSONObject()
    }
    return nil
  }

  /// - Throws: a refusal with one of the codes where a flow or a user type is unknown.
  static func checkReferences(_ sent: JSONObject, _ state: SandboxState, flow: String, userType: String) throws {
    if let id = sent["authFlowId"]?.stringValue, !id.isEmpty,
      !state.flows.contains(where: { $0["id"]?.stringValue == id })
    {
      throw Refusal(400, flow)
    }
    for name in sent["allowedUserTypes"]?.arrayValue ?? [] {
      guard let name = name.stringValue, state.userType(named: name) != nil else { throw Refusal(400, userType) }
    }
  }

  /// The attributes of the allowed user types; nil where none is named.
  static func userAttributes(_ sent: JSONObject, _ state: SandboxState) -> Set<String>? {
    guard let names = sent["allowedUserTypes"]?.arrayValue, !names.isEmpty else { return nil }
    return Set(names.compactMap(\.stringValue).compactMap { state.userType(named: $0) }.flatMap { $0.schema.keys })
  }

  /// The flows and their switches. A switch without a flow behind it stays off.
  static func flows(_ sent: JSONObject, into shown: inout JSONObject) {
    shown["authFlowId"] =
      sent["authFlowId"].flatMap { $0.isPresent ? $0 : nil } ?? .string(DefaultIDs.authenticationFlow)
    for (flow, isEnabled) in [
      ("registrationFlowId", "isRegistrationFlowEnabled"), ("recoveryFlowId", "isRecoveryFlowEnabled"),
    ] {
      shown.copy([flow], from: sent)
      shown[isEnabled] = .bool(sent[isEnabled]?.boolValue == true && shown[flow] != nil)
    }
  }

  static func assertion(_ sent: JSONObject) -> JSONValue {
    var assertion = sent["assertion"]?.objectValue ?? JSONObject()
    if (assertion["validityPeriod"]?.intValue ?? 0) == 0 { assertion["validityPeriod"] = 3600 }
    return .object(assertion)
  }
}

/// The types of a body's members, which the server's decoder checks before anything else.
enum BodyCheck {
  enum Kind { case text, flag, list, object }

  static let application: [String: Kind] = client.merging([
    "type": .text, "template": .text, "url": .text, "tosUri": .text, "policyUri": .text, "contacts": .list,
    "signOutFlowId": .text, "isSignOutFlowEnabled": .flag, "metadata": .object, "flowSecret": .text,
    "passkeyAllowedOrigins": .list,
  ]) { $1 }
  static let agent: [String: Kind] = client.merging(["type": .text, "owner": .text, "attributes": .object]) { $1 }
  static let unit: [String: Kind] = [
    "handle": .text, "name": .text, "description": .text, "parent": .text, "logoUrl": .text, "tosUri": .text,
    "policyUri": .text, "cookiePolicyUri": .text, "themeId": .text, "layoutId": .text,
  ]
  static let user: [String: Kind] = ["ouId": .text, "type": .text]
  static let type: [String: Kind] = [
    "name": .text, "ouId": .text, "schema": .object, "systemAttributes": .object, "allowSelfRegistration": .flag,
  ]
  static let role: [String: Kind] = [
    "name": .text, "description": .text, "ouId": .text, "permissions": .list, "assignments": .list,
  ]

  private static let client: [String: Kind] = [
    "ouId": .text, "name": .text, "description": .text, "logoUrl": .text, "authFlowId": .text,
    "registrationFlowId": .text, "isRegistrationFlowEnabled": .flag, "recoveryFlowId": .text,
    "isRecoveryFlowEnabled": .flag, "themeId": .text, "layoutId": .text, "assertion": .object,
    "loginConsent": .object, "allowedUserTypes": .list, "inboundAuthConfig": .list,
  ]

  /// - Throws: a refusal with `code` where a member has the wrong type; `null` stands for an absent one.
  static func types(_ body: JSONObject, _ kinds: [String: Kind], _ code: String) throws {
    for (name, value) in body {
      guard let kind = kinds[name] else { continue }
      switch (kind, value) {
      case (_, .null), (.text, .string), (.flag, .bool), (.list, .array), (.object, .object): break
      default: throw Refusal(400, code)
      }
    }
  }

  static func missing(_ name: String) -> (String, String) {
    (name, "The field '\(name)' is missing but is strictly required.")
  }

  /// - Throws: a refusal that names each of the fields that is absent or empty.
  static func require(_ names: [String], _ body: JSONObject) throws {
    let missing = names.filter { !(body[$0]?.isPresent ?? false) }
    if !missing.isEmpty { throw Refusal.fields(missing.map(BodyCheck.missing)) }
  }
}
