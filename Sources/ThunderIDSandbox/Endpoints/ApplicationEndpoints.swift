import ThunderID

/// `/applications`.
enum ApplicationEndpoints {
  static let routes: [Route] = [
    Route("/applications", .permission("system"), ["GET": list, "POST": create]),
    Route("/applications/{id}", .permission("system"), ["GET": get, "PUT": update, "DELETE": delete]),
  ]

  /// Everything at once: limit, offset and filter are not looked at, and there are no links.
  private static let list: Endpoint = { state, _ in
    guard !state.exceedsLimit(state.applications.count) else { throw Refusal.internalError }
    let rows = state.applications.all.map { row($0.shown) }
    return .json(
      200,
      [
        "totalResults": .number(JSONNumber(rows.count)), "count": .number(JSONNumber(rows.count)),
        "applications": .array(rows),
      ])
  }

  private static func row(_ shown: JSONObject) -> JSONValue {
    var row = JSONObject()
    for name in [
      "id", "name", "description", "clientId", "logoUrl", "authFlowId", "registrationFlowId",
      "isRegistrationFlowEnabled", "recoveryFlowId", "isRecoveryFlowEnabled", "signOutFlowId",
    ] {
      row[name] = shown[name]
    }
    row["isSignOutFlowEnabled"] = shown["isSignOutFlowEnabled"] ?? false
    for name in ["themeId", "layoutId", "type", "template"] { row[name] = shown[name] }
    row["isReadOnly"] = false
    return .object(row)
  }

  private static let get: Endpoint = { state, call in
    guard let record = state.applications[call.id] else { throw Refusal(404, "APP-1001") }
    return .json(200, .object(record.shown))
  }

  private static let create: Endpoint = { state, call in
    let sent = try request(call)
    guard let type = sent["type"]?.stringValue, !type.isEmpty else { throw Refusal(400, "APP-1042") }
    let made = try build(sent, type: type, id: Fresh.id(), former: nil, state)
    state.put(.application, made.record)
    return .json(201, .object(made.answer))
  }

  private static let update: Endpoint = { state, call in
    let sent = try request(call)
    guard let former = state.applications[call.id] else { throw Refusal(404, "APP-1001") }
    let type = former.shown["type"]?.stringValue ?? ""
    if let wanted = sent["type"]?.stringValue, !wanted.isEmpty, wanted != type { throw Refusal(400, "APP-1041") }
    let made = try build(sent, type: type, id: call.id, former: former, state)
    state.put(.application, made.record)
    return .json(200, .object(made.answer))
  }

  /// A missing application is none that has to be deleted: 204.
  private static let delete: Endpoint = { state, call in
    state.remove(.application, call.id)
    return .noContent
  }

  private static func request(_ call: Call) throws -> JSONObject {
    let sent = try call.object("APP-1018")
    try BodyCheck.types(sent, BodyCheck.application, "APP-1018")
    let name = sent["name"]?.stringValue ?? ""
    if name.isEmpty { throw Refusal.fields([BodyCheck.missing("name")]) }
    if name.unicodeScalars.count > 100 {
      throw Refusal.fields([("name", "The field 'name' exceeds its maximum allowed size of 100 characters.")])
    }
    return sent
  }

  /// The record that a request makes, and the answer, which may hold new secrets.
  private static func build(
    _ sent: JSONObject, type: String, id: String, former: ClientRecord?, _ state: SandboxState
  ) throws -> (record: ClientRecord, answer: JSONObject) {
    guard ["browser", "fullstack", "mobile", "m2m", "mcp", "custom"].contains(type) else {
      throw Refusal(400, "APP-1040")
    }
    guard let ouId = sent["ouId"]?.stringValue, state.units.contains(ouId) || former?.ouId == ouId else {
      throw Refusal(400, "APP-1018")
    }
    let name = sent["name"]?.stringValue ?? ""
    try checkName(name, former, state)
    if let url = sent["url"]?.stringValue, !url.isEmpty, !Address.isURI(url) { throw Refusal(400, "APP-1005") }
    try InboundConfig.checkReferences(sent, state, flow: "APP-1007", userType: "APP-1025")

    let oauth = try InboundConfig.oauth(sent).map {
      try OAuthClient(
        $0, former: former?.oauth == nil ? nil : former, ownerId: id,
        userAttributes: InboundConfig.userAttributes(sent, state), state: state,
        codes: OAuthClient.Codes(
          grantType: "APP-1010", redirectURI: "APP-1012", clientIdTaken: (400, "APP-1021")))
    }
    var shown = JSONObject([("id", .string(id)), ("ouId", .string(ouId)), ("name", .string(name))])
    shown.copy(["description"], from: sent)
    if let oauth { shown["clientId"] = .string(oauth.clientId) }
    shown["type"] = .string(type)
    shown.copy(["template", "url", "logoUrl", "tosUri", "policyUri", "contacts"], from: sent)
    InboundConfig.flows(sent, into: &shown)
    shown["signOutFlowId"] =
      sent["signOutFlowId"].flatMap { $0.isPresent ? $0 : nil } ?? .string(DefaultIDs.signOutFlow)
    if sent["isSignOutFlowEnabled"]?.boolValue == true { shown["isSignOutFlowEnabled"] = true }
    shown.copy(["themeId", "layoutId"], from: sent)
    shown["assertion"] = InboundConfig.assertion(sent)
    shown.copy(["attestation"], from: sent)
    shown["loginConsent"] = ["validityPeriod": sent["loginConsent"]?["validityPeriod"] ?? 0]
    shown.copy(["allowedUserTypes", "passkeyAllowedOrigins"], from: sent)
    if let oauth { shown["inboundAuthConfig"] = [["type": "oauth2", "config": .object(oauth.shown)]] }
    shown.copy(["metadata"], from: sent)

    var flowSecret = former?.flowSecret
    var answer = shown
    if former == nil, isIssuedFlowSecret(type, oauth) {
      flowSecret = sent["flowSecret"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } ?? Fresh.secret()
      answer["flowSecret"] = flowSecret.map { .string($0) }
    }
    if let oauth { answer["inboundAuthConfig"] = [["type": "oauth2", "config": .object(oauth.withNewSecret)]] }
    // The answer repeats what was asked for; a later read shows that no flow stands behind it.
    answer.echo(["isRegistrationFlowEnabled", "isRecoveryFlowEnabled"], from: sent)
    return (ClientRecord(shown: shown, clientSecret: oauth?.secret, flowSecret: flowSecret), answer)
  }

  /// A name may be taken by another application, by an agent, or be some user's `name`. More than one of them confuses
  /// the server.
  private static func checkName(_ name: String, _ former: ClientRecord?, _ state: SandboxState) throws {
    if let former, former.name.hasSameBytes(as: name) { return }
    let others =
      state.applicationIds(named: name).filter { $0 != former?.id } + state.agentIds(named: name)
      + state.users(where: "name", equals: .string(name)).map(\.id)
    if others.count > 1 { throw Refusal.internalError }
    if others.count == 1 { throw Refusal(400, "APP-1020") }
  }

  /// Applications that run flows by themselves get one: without an OAuth client, or with a confidential one that never
  /// redirects.
  private static func isIssuedFlowSecret(_ type: String, _ oauth: OAuthClient?) -> Bool {
    guard ["fullstack", "custom", "mcp"].contains(type) else { return false }
    guard let oauth else { return true }
    return oauth.secret != nil && oauth.shown["redirectUris"] == nil
  }
}

extension JSONObject {
  /// Copies members that the server would keep.
  mutating func copy(_ names: [String], from other: JSONObject) {
    for name in names {
      if let value = other[name], value.isPresent { self[name] = value }
    }
  }

  /// Takes over booleans that are true.
  mutating func echo(_ names: [String], from other: JSONObject) {
    for name in names where other[name]?.boolValue == true { self[name] = true }
  }
}
