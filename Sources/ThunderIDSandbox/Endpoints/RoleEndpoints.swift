import ThunderID

/// `/roles`: permissions of the server's own resource server, and who has them.
enum RoleEndpoints {
  static let routes: [Route] = [
    Route("/roles", .permission("system"), ["GET": list, "POST": create]),
    Route("/roles/{id}", .permission("system"), ["GET": get, "PUT": update, "DELETE": delete]),
    Route("/roles/{id}/assignments", .permission("system"), ["GET": assignments]),
    Route("/roles/{id}/assignments/add", .permission("system"), ["POST": { try assign(&$0, $1) { $0 + $1 } }]),
    Route(
      "/roles/{id}/assignments/remove", .permission("system"),
      ["POST": { try assign(&$0, $1) { old, gone in old.filter { !gone.contains($0) } } }]),
  ]

  private static let list: Endpoint = { state, call in
    let page = try page(call)
    let rows = state.roles.all.map { role -> JSONValue in
      var row = withHandle(role.shown, state)
      row["permissions"] = nil
      row["isReadOnly"] = false
      return .object(row)
    }
    return page.reply("roles", all: rows)
  }

  private static func page(_ call: Call) throws -> Page {
    try Page(call, limitCode: "ROL-1008", offsetCode: "ROL-1009")
  }

  private static func withHandle(_ shown: JSONObject, _ state: SandboxState) -> JSONObject {
    guard let unit = state.units[shown["ouId"]?.stringValue ?? ""] else { return shown }
    var shown = shown
    let permissions = shown["permissions"]
    shown["permissions"] = nil
    shown["ouHandle"] = .string(unit.handle)
    shown["permissions"] = permissions
    return shown
  }

  private static func find(_ id: String, _ state: SandboxState) throws -> RoleRecord {
    guard let role = state.roles[id] else { throw Refusal(404, "ROL-1003") }
    return role
  }

  private static let get: Endpoint = { state, call in
    .json(200, .object(withHandle(try find(call.id, state).shown, state)))
  }

  private static let create: Endpoint = { state, call in
    let sent = try request(call)
    let role = try RoleRecord(
      shown: build(sent, id: Fresh.id(), state), assignments: assignees(sent["assignments"]?.arrayValue ?? [], state))
    state.put(role)
    var answer = withHandle(role.shown, state)
    if !role.assignments.isEmpty { answer["assignments"] = .array(role.assignments.map { shown($0) }) }
    return .json(201, .object(answer))
  }

  private static let update: Endpoint = { state, call in
    let sent = try request(call)
    let former = try find(call.id, state)
    let role = RoleRecord(shown: try build(sent, id: former.id, state), assignments: former.assignments)
    state.put(role)
    return .json(200, .object(withHandle(role.shown, state)))
  }

  private static let delete: Endpoint = { state, call in
    _ = try find(call.id, state)
    state.removeRole(call.id)
    return .noContent
  }

  private static func request(_ call: Call) throws -> JSONObject {
    let sent = try call.object("ROL-1001")
    try BodyCheck.types(sent, BodyCheck.role, "ROL-1001")
    try BodyCheck.require(["name", "ouId"], sent)
    return sent
  }

  private static func build(_ sent: JSONObject, id: String, _ state: SandboxState) throws -> JSONObject {
    let name = sent["name"]?.stringValue ?? ""
    let ouId = sent["ouId"]?.stringValue ?? ""
    guard state.units.contains(ouId) else { throw Refusal(400, "ROL-1005") }
    if state.roles.all.contains(where: { $0.ouId == ouId && $0.name.hasSameBytes(as: name) && $0.id != id }) {
      throw Refusal(409, "ROL-1004")
    }
    let permissions = sent["permissions"]?.arrayValue ?? []
    for entry in permissions {
      let isKnown = entry["resourceServerId"]?.stringValue == DefaultIDs.systemResourceServer
      let names = entry["permissions"]?.arrayValue ?? []
      guard isKnown, names.allSatisfy({ $0 == "system" || $0.stringValue?.hasPrefix("system:") == true }) else {
        throw Refusal(400, "ROL-1012")
      }
    }
    var shown = JSONObject([("id", .string(id)), ("name", .string(name))])
    shown.copy(["description"], from: sent)
    shown["ouId"] = .string(ouId)
    shown["permissions"] = .array(permissions)
    return shown
  }

  private static let assignments: Endpoint = { state, call in
    let page = try page(call)
    let type = call.query["type"]
    if let type, !["user", "group", "app", "agent"].contains(type) { throw Refusal(400, "ROL-1016") }
    let all = try find(call.id, state).assignments.filter { type == nil || $0.type == type }
    return page.reply(
      "assignments",
      all: all.map { assignment in
        guard call.query.includesDisplay else { return shown(assignment) }
        return shown(assignment, display: display(assignment, state))
      })
  }

  private static func shown(_ assignment: RoleRecord.Assignment, display: String? = nil) -> JSONValue {
    var row = JSONObject([("id", .string(assignment.id)), ("type", .string(assignment.type))])
    if let display { row["display"] = .string(display) }
    return .object(row)
  }

  private static func display(_ assignment: RoleRecord.Assignment, _ state: SandboxState) -> String {
    if let user = state.users[assignment.id] { return UserEndpoints.display(user, state) }
    return (state.applications[assignment.id] ?? state.agents[assignment.id])?.name ?? assignment.id
  }

  private static func assign(
    _ state: inout SandboxState, _ call: Call,
    _ change: ([RoleRecord.Assignment], [RoleRecord.Assignment]) -> [RoleRecord.Assignment]
  ) throws -> Reply {
    let sent = try call.object("ROL-1001")
    guard let list = sent["assignments"]?.arrayValue, !list.isEmpty else { throw Refusal(400, "ROL-1010") }
    var role = try find(call.id, state)
    var seen: Set<RoleRecord.Assignment> = []
    role.assignments = change(role.assignments, try assignees(list, state)).filter { seen.insert($0).inserted }
    state.put(role)
    return .noContent
  }

  private static func assignees(_ list: [JSONValue], _ state: SandboxState) throws -> [RoleRecord.Assignment] {
    try list.map { entry in
      guard let id = entry["id"]?.stringValue, let type = entry["type"]?.stringValue else {
        throw Refusal(400, "ROL-1001")
      }
      let exists =
        switch type {
        case "user": state.users.contains(id)
        case "app": state.applications.contains(id)
        case "agent": state.agents.contains(id)
        default: false
        }
      guard exists else { throw Refusal(400, "ROL-1007") }
      return RoleRecord.Assignment(id: id, type: type)
    }
  }
}
