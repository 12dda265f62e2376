import ThunderID

/// `/agents`.
enum AgentEndpoints {
  static let routes: [Route] = [
    Route("/agents", .permission("system"), ["GET": list, "POST": create]),
    Route("/agents/{id}", .permission("system"), ["GET": get, "PUT": update, "DELETE": delete]),
    Route("/agents/{id}/groups", .permission("system"), ["GET": groups]),
    Route("/agents/{id}/roles", .permission("system"), ["GET": roles]),
  ]

  private static let list: Endpoint = { state, call in
    let page = try page(call)
    let includesDisplay = call.query.includesDisplay
    if let text = call.query["filter"] {
      guard let filter = AttributeFilter(agents: text) else { throw Refusal(400, "AGT-1020") }
      // A key with a space in it reaches the database and fails there.
      if filter.path.contains(" ") { throw Refusal.internalError }
      let found = state.agents.all.filter { agent in
        AttributePath.value(filter.path, in: agent.shown["attributes"]?.objectValue) == filter.value
      }
      return page.reply("agents", all: found.map { row($0, includesDisplay, state) })
    }
    guard !state.exceedsLimit(state.agents.count) else { throw Refusal.internalError }
    let rows = state.agentPage(offset: page.offset, limit: page.limit)
    return page.reply("agents", rows, total: state.agents.count) { agent, out in
      out.append(contentsOf: row(agent, includesDisplay, state).bytes())
    }
  }

  private static func page(_ call: Call) throws -> Page {
    try Page(call, limitCode: "AGT-1011", offsetCode: "AGT-1012")
  }

  private static func row(_ agent: ClientRecord, _ includesDisplay: Bool, _ state: SandboxState) -> JSONValue {
    var row = withHandle(agent.shown, includesDisplay, state)
    for name in row.keys where !rowFields.contains(name) { row[name] = nil }
    if row["attributes"] == nil { row["attributes"] = .null }
    row["isReadOnly"] = false
    return .object(row)
  }

  private static let rowFields: Set<String> = [
    "id", "ouId", "ouHandle", "type", "name", "description", "logoUrl", "clientId", "owner", "attributes",
  ]

  private static func withHandle(_ shown: JSONObject, _ isWanted: Bool, _ state: SandboxState) -> JSONObject {
    guard isWanted, let unit = state.units[shown["ouId"]?.stringValue ?? ""] else { return shown }
    var members = shown.map { ($0.key, $0.value) }
    members.insert(("ouHandle", .string(unit.handle)), at: 2)
    return JSONObject(members)
  }

  private static let get: Endpoint = { state, call in
    let agent = try find(call.id, state)
    return .json(200, .object(withHandle(agent.shown, call.query.includesDisplay, state)))
  }

  private static func find(_ id: String, _ state: SandboxState) throws -> ClientRecord {
    guard let agent = state.agents[id] else { throw Refusal(404, "AGT-1004") }
    return agent
  }

  private static let groups: Endpoint = { state, call in
    let page = try page(call)
    _ = try find(call.id, state)
    return page.reply("groups", all: [])
  }

  /// The names of the agent's roles.
  private static let roles: Endpoint = { state, call in
    let page = try page(call)
    _ = try find(call.id, state)
    return page.reply("roles", all: state.roles(of: call.id).map { .string($0.name) })
  }

  private static let create: Endpoint = { state, call in
    let sent = try call.object("AGT-1001")
    try BodyCheck.types(sent, BodyCheck.agent, "AGT-1001")
    try BodyCheck.require(["name", "ouId", "type"], sent)
    guard let type = state.agentType(named: sent["type"]?.stringValue ?? "") else { throw Refusal(400, "AGT-1015") }
    let made = try build(sent, type, id: Fresh.id(), former: nil, call, state)
    state.put(.agent, made.record)
    return .json(201, .object(made.answer))
  }

  private static let update: Endpoint = { state, call in
    let sent = try call.object("AGT-1001")
    try BodyCheck.types(sent, BodyCheck.agent, "AGT-1001")
    let former = try find(call.id, state)
    guard sent["name"]?.isPresent == true else { throw Refusal(400, "AGT-1009") }
    guard let typeName = sent["type"]?.stringValue, !typeName.isEmpty else { throw Refusal(400, "AGT-1010") }
    // An unknown type is not foreseen here: 500 where creation answers 400.
    guard let type = state.agentType(named: typeName) else { throw Refusal.internalError }
    let made = try build(sent, type, id: call.id, former: former, call, state)
    state.put(.agent, made.record)
    return .json(200, .object(made.answer))
  }

  private static let delete: Endpoint = { state, call in
    _ = try find(call.id, state)
    state.remove(.agent, call.id)
    return .noContent
  }

  /// The record that a request makes, and the answer: with the unit's handle and new secrets, without the client id.
  private static func build(
    _ sent: JSONObject, _ type: TypeRecord, id: String, former: ClientRecord?, _ call: Call, _ state: SandboxState
  ) throws -> (record: ClientRecord, answer: JSONObject) {
    guard let ouId = sent["ouId"]?.stringValue, state.units.contains(ouId) || former?.ouId == ouId else {
      throw Refusal(400, "AGT-1005")
    }
    let attributes = sent["attributes"]?.objectValue ?? JSONObject()
    guard AttributeSchema(rules: type.schema).accepts(attributes) else { throw Refusal(400, "AGT-1015") }
    for name in AttributeSchema(rules: type.schema).uniqueNames {
      guard let value = attributes[name] else { continue }
      if state.agents.all.contains(where: { $0.id != id && $0.shown["attributes"]?[name] == value }) {
        throw Refusal(409, "AGT-1014")
      }
    }
    let name = sent["name"]?.stringValue ?? ""
    if state.agentIds(named: name).contains(where: { $0 != id }) { throw Refusal(409, "AGT-1013") }
    var owner = call.caller.subject
    if let given = sent["owner"]?.stringValue, !given.isEmpty {
      owner = given
      guard state.users.contains(owner) || state.applications.contains(owner) || state.agents.contains(owner) else {
        throw Refusal(400, "AGT-1039")
      }
    }
    try InboundConfig.checkReferences(sent, state, flow: "AGT-1028", userType: "AGT-1031")
    let oauth = try InboundConfig.oauth(sent).map {
      try OAuthClient(
        $0, former: former?.oauth == nil ? nil : former, ownerId: id,
        userAttributes: InboundConfig.userAttributes(sent, state), state: state,
        codes: OAuthClient.Codes(
          grantType: "AGT-1003", redirectURI: "AGT-1002", clientIdTaken: (409, "AGT-1037")))
    }
    var shown = JSONObject([
      ("id", .string(id)), ("ouId", .string(ouId)), ("type", .string(type.name)), ("name", .string(name)),
    ])
    shown.copy(["description", "logoUrl"], from: sent)
    if let oauth { shown["clientId"] = .string(oauth.clientId) }
    if !owner.isEmpty { shown["owner"] = .string(owner) }
    shown.copy(["attributes"], from: sent)
    addInbound(sent, oauth, to: &shown)

    var answer = withHandle(shown, true, state)
    answer["clientId"] = nil
    if let oauth { answer["inboundAuthConfig"] = [["type": "oauth2", "config": .object(oauth.withNewSecret)]] }
    answer.echo(["isRegistrationFlowEnabled", "isRecoveryFlowEnabled"], from: sent)
    return (ClientRecord(shown: shown, clientSecret: oauth?.secret), answer)
  }

  /// Only an agent that somebody signs in to has flows and the rest of it.
  private static func addInbound(_ sent: JSONObject, _ oauth: OAuthClient?, to shown: inout JSONObject) {
    let fields = [
      "authFlowId", "registrationFlowId", "recoveryFlowId", "assertion", "loginConsent", "allowedUserTypes", "themeId",
      "layoutId",
    ]
    guard oauth != nil || fields.contains(where: { sent[$0]?.isPresent ?? false }) else {
      shown["isRegistrationFlowEnabled"] = false
      shown["isRecoveryFlowEnabled"] = false
      return
    }
    InboundConfig.flows(sent, into: &shown)
    shown.copy(["themeId", "layoutId"], from: sent)
    shown["assertion"] = InboundConfig.assertion(sent)
    shown.copy(["loginConsent", "allowedUserTypes"], from: sent)
    if let oauth { shown["inboundAuthConfig"] = [["type": "oauth2", "config": .object(oauth.shown)]] }
  }
}
