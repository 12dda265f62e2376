import ThunderID

/// `/users`.
enum UserEndpoints {
  static let routes: [Route] = [
    Route("/users", .permission("system:user"), ["GET": list, "POST": create]),
    Route("/users/me", .signedIn, ["GET": me, "PUT": updateMe]),
    Route("/users/me/update-credentials", .signedIn, ["POST": { try updateCredentials($1.caller.subject, &$0, $1) }]),
    Route("/users/tree/{...}", .permission("system:user"), ["GET": tree]),
    Route(
      "/users/{id}", .permission("system:user"), alsoAllowed: ["POST"], ["GET": get, "PUT": update, "DELETE": delete]),
    Route(
      "/users/{id}/update-credentials", .permission("system:user"), ["POST": { try updateCredentials($1.id, &$0, $1) }]),
    Route("/users/{id}/groups", .permission("system:user"), ["GET": groups]),
    Route("/users/{id}/usages", .permission("system:user"), ["GET": usages]),
  ]

  // Reading

  private static let list: Endpoint = { state, call in
    let page = try page(call)
    guard let text = call.query["filter"] else {
      guard !state.exceedsLimit(state.users.count) else { throw Refusal.internalError }
      let rows = state.userPage(offset: page.offset, limit: page.limit)
      return reply(page, rows, total: state.users.count, call, state)
    }
    guard let filter = AttributeFilter(users: text) else { throw Refusal(400, "USR-1020") }
    let found = state.users(where: filter.path, equals: filter.value)
    return reply(page, Array(found.dropFirst(page.offset).prefix(page.limit)), total: found.count, call, state)
  }

  private static func page(_ call: Call) throws -> Page {
    try Page(call, limitCode: "USR-1011", offsetCode: "USR-1012")
  }

  private static func reply(
    _ page: Page, _ rows: [UserRecord], total: Int, _ call: Call, _ state: SandboxState
  ) -> Reply {
    let includesDisplay = call.query.includesDisplay
    return page.reply("users", rows, total: total) { user, out in
      if includesDisplay {
        user.write(to: &out, isRow: true, ouHandle: handle(user, state), display: display(user, state))
      } else {
        user.write(to: &out, isRow: true)
      }
    }
  }

  private static func handle(_ user: UserRecord, _ state: SandboxState) -> String? { state.units[user.ouId]?.handle }

  /// What stands for a user: the value of the attribute that the type names, or the id.
  static func display(_ user: UserRecord, _ state: SandboxState) -> String {
    let path = state.userType(named: user.type)?.displayAttribute
    let text = path.flatMap { AttributePath.value($0, in: user.attributes)?.stringValue } ?? ""
    return text.isEmpty ? user.id : text
  }

  private static let get: Endpoint = { state, call in
    let user = try find(call.id, state)
    let includesDisplay = call.query.includesDisplay
    return single(
      200, user, ouHandle: includesDisplay ? handle(user, state) : nil,
      display: includesDisplay ? display(user, state) : nil)
  }

  private static let me: Endpoint = { state, call in single(200, try find(call.caller.subject, state)) }

  private static func find(_ id: String, _ state: SandboxState) throws -> UserRecord {
    guard let user = state.users[id] else { throw Refusal(404, "USR-1003") }
    return user
  }

  private static func single(
    _ status: Int, _ user: UserRecord, ouHandle: String? = nil, display: String? = nil
  ) -> Reply {
    var out: [UInt8] = []
    user.write(to: &out, isRow: false, ouHandle: ouHandle, display: display)
    return .json(status, bytes: out)
  }

  /// The users of the unit at a path: only their ids.
  private static let tree: Endpoint = { state, call in
    let page = try page(call)
    guard let unit = state.unit(path: call.parameters) else { throw Refusal(404, "USR-1005") }
    let users = state.users.all.filter { $0.ouId == unit.id }
    guard !state.exceedsLimit(users.count) else { throw Refusal.internalError }
    return page.reply("users", all: users.map { ["id": .string($0.id), "isReadOnly": false] })
  }

  /// Groups are not part of the sandbox, so nobody is in one.
  private static let groups: Endpoint = { state, call in
    let page = try page(call)
    _ = try find(call.id, state)
    return page.reply("groups", all: [])
  }

  private static let usages: Endpoint = { state, call in
    _ = try find(call.id, state)
    let owned = state.agents.all.filter { $0.shown["owner"]?.stringValue == call.id }
    let rows = owned.map { agent -> JSONValue in
      [
        "resourceType": "agent", "id": .string(agent.id), "displayName": .string(agent.name),
        "behaviorOnDelete": "fallback",
      ]
    }
    let count = JSONValue.number(JSONNumber(rows.count))
    let summary: JSONValue = rows.isEmpty ? [:] : ["agent": count]
    return .json(200, ["totalResults": count, "count": count, "summary": summary, "usages": .array(rows)])
  }

  // Writing

  private static let create: Endpoint = { state, call in
    let sent = try call.object("USR-1001")
    try BodyCheck.types(sent, BodyCheck.user, "USR-1001")
    try BodyCheck.require(["ouId", "type"], sent)
    let type = try userType(sent, state)
    let ouId = try unit(sent, type, state)
    // Server 1.0.0 trips when somebody creates a user who may manage users and nothing else.
    guard call.caller.holds("system") else { throw Refusal.internalError }
    let (attributes, credentials) = try accept(sent["attributes"], AttributeSchema(rules: type.schema))
    let id = Fresh.id()
    try checkUnique(attributes, type, id: id, state)
    let user = UserRecord(id: id, ouId: ouId, type: type.name, attributes: attributes, credentials: credentials)
    state.put(user)
    return single(201, user)
  }

  private static let update: Endpoint = { state, call in
    let sent = try call.object("USR-1001")
    try BodyCheck.types(sent, BodyCheck.user, "USR-1001")
    let former = try find(call.id, state)
    let type = try userType(sent, state)
    let ouId = try unit(sent, type, state)
    return try replace(former, ouId: ouId, type, sent, &state)
  }

  private static let updateMe: Endpoint = { state, call in
    let sent = try call.object("USR-1001")
    let former = try find(call.caller.subject, state)
    guard let type = state.userType(named: former.type) else { throw Refusal(400, "USR-1021") }
    return try replace(former, ouId: former.ouId, type, sent, &state)
  }

  /// A full replace: without attributes all of them go. Passwords stay, and none may be among the attributes.
  private static func replace(
    _ former: UserRecord, ouId: String, _ type: TypeRecord, _ sent: JSONObject, _ state: inout SandboxState
  ) throws -> Reply {
    let schema = AttributeSchema(rules: type.schema)
    if sent["attributes"]?.objectValue?.keys.contains(where: schema.isCredential) == true {
      throw Refusal(400, "USR-1028")
    }
    let (attributes, _) = try accept(sent["attributes"], schema.withoutRequiredCredentials)
    try checkUnique(attributes, type, id: former.id, state)
    let user = UserRecord(
      id: former.id, ouId: ouId, type: type.name, attributes: attributes, credentials: former.credentials)
    state.put(user)
    return single(200, user)
  }

  private static let delete: Endpoint = { state, call in
    _ = try find(call.id, state)
    state.removeUser(call.id)
    return .noContent
  }

  private static func updateCredentials(_ id: String, _ state: inout SandboxState, _ call: Call) throws -> Reply {
    let sent = try call.object("USR-1001")
    guard let credentials = sent["credentials"]?.objectValue, !credentials.isEmpty else {
      throw Refusal(400, "USR-1017")
    }
    var user = try find(id, state)
    let schema = AttributeSchema(rules: state.userType(named: user.type)?.schema ?? JSONObject())
    for (name, value) in credentials {
      guard schema.isCredential(name), let text = value.stringValue, !text.isEmpty else {
        throw Refusal(400, "USR-1024")
      }
      user.credentials[name] = text
    }
    state.put(user)
    return .noContent
  }

  // Rules

  private static func userType(_ sent: JSONObject, _ state: SandboxState) throws -> TypeRecord {
    guard let type = state.userType(named: sent["type"]?.stringValue ?? "") else { throw Refusal(400, "USR-1021") }
    return type
  }

  /// The unit must be the type's own or stand under it.
  private static func unit(_ sent: JSONObject, _ type: TypeRecord, _ state: SandboxState) throws -> String {
    let id = sent["ouId"]?.stringValue ?? ""
    if id.isEmpty { throw Refusal(400, "USR-1022") }
    guard state.units.contains(id) else { throw Refusal(404, "USR-1005") }
    guard state.isUnit(id, within: type.ouId) else { throw Refusal(400, "USR-1023") }
    return id
  }

  /// Parts the credentials from the attributes that are kept. What is left of attributes that held one comes out in the
  /// order of its keys.
  private static func accept(
    _ sent: JSONValue?, _ schema: AttributeSchema
  ) throws -> (attributes: JSONObject?, credentials: [String: String]) {
    guard let sent else { return (nil, [:]) }
    let attributes = sent.isNull ? JSONObject() : sent.objectValue
    guard var kept = attributes, schema.accepts(kept) else { throw Refusal(400, "USR-1019") }
    var credentials: [String: String] = [:]
    for (name, value) in kept where schema.isCredential(name) {
      credentials[name] = value.stringValue
      kept[name] = nil
    }
    if !credentials.isEmpty { kept = JSONValue.object(kept).sortedByKey.objectValue ?? kept }
    return (kept, credentials)
  }

  private static func checkUnique(
    _ attributes: JSONObject?, _ type: TypeRecord, id: String, _ state: SandboxState
  ) throws {
    for name in AttributeSchema(rules: type.schema).uniqueNames {
      guard let value = attributes?[name] else { continue }
      if state.users(where: name, equals: value).contains(where: { $0.id != id }) { throw Refusal(409, "USR-1014") }
    }
  }
}
