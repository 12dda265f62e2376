import ThunderID

/// `/organization-units`.
enum UnitEndpoints {
  static let routes: [Route] = [
    Route("/organization-units", .permission("system:ou"), ["GET": list, "POST": create]),
    Route(
      "/organization-units/tree/{...}", .permission("system:ou"),
      ["GET": tree, "PUT": updateTree, "DELETE": deleteTree]),
    Route("/organization-units/{id}", .permission("system:ou"), ["GET": get, "PUT": update, "DELETE": delete]),
    Route("/organization-units/{id}/ous", .permission("system:ou"), ["GET": { try children(find($1.id, $0), $0, $1) }]),
    Route("/organization-units/{id}/users", .permission("system:ou"), ["GET": { try users(find($1.id, $0), $0, $1) }]),
    Route("/organization-units/{id}/groups", .permission("system:ou"), ["GET": { try groups(find($1.id, $0), $1) }]),
    Route("/organization-units/{id}/roles", .permission("system:ou"), ["GET": { try roles(find($1.id, $0), $0, $1) }]),
  ]

  // Reading

  /// The roots only.
  private static let list: Endpoint = { state, call in
    let page = try page(call)
    var units = state.units(under: nil)
    if let text = call.query["filter"] {
      guard let filter = UnitFilter(text) else { throw Refusal(400, "OU-1014") }
      units = units.filter(filter.accepts)
    }
    guard !state.exceedsLimit(units.count) else { throw Refusal(400, "OU-1013") }
    return page.reply("organizationUnits", all: units.map(row))
  }

  private static func page(_ call: Call) throws -> Page {
    try Page(call, limitCode: "OU-1010", offsetCode: "OU-1011", allowsZero: true)
  }

  private static func row(_ unit: UnitRecord) -> JSONValue {
    var row = JSONObject()
    for name in ["id", "handle", "name", "description", "logoUrl"] { row[name] = unit.shown[name] }
    row["isReadOnly"] = false
    for name in ["createdAt", "updatedAt"] { row[name] = unit.shown[name] }
    return .object(row)
  }

  private static func find(_ id: String, _ state: SandboxState) throws -> UnitRecord {
    guard let unit = state.units[id] else { throw Refusal(404, "OU-1003") }
    return unit
  }

  private static func find(path: [String], _ state: SandboxState) throws -> UnitRecord {
    guard let unit = state.unit(path: path) else { throw Refusal(404, "OU-1003") }
    return unit
  }

  private static let get: Endpoint = { state, call in .json(200, .object(try find(call.id, state).shown)) }

  /// A unit by its path of handles, or what is in it: `tree/a/b`, `tree/a/b/users`. A handle may be one of those words,
  /// so the unit comes first.
  private static let tree: Endpoint = { state, call in
    let path = call.parameters
    if let unit = state.unit(path: path) { return .json(200, .object(unit.shown)) }
    switch path.last {
    case "ous": return try children(find(path: path.dropLast(), state), state, call)
    case "users": return try users(find(path: path.dropLast(), state), state, call)
    case "groups": return try groups(find(path: path.dropLast(), state), call)
    case "roles": return try roles(find(path: path.dropLast(), state), state, call)
    default: throw Refusal(404, "OU-1003")
    }
  }

  private static func children(_ unit: UnitRecord, _ state: SandboxState, _ call: Call) throws -> Reply {
    let page = try page(call)
    let units = state.units(under: unit.id)
    guard !state.exceedsLimit(units.count) else { throw Refusal(400, "OU-1013") }
    return page.reply("organizationUnits", all: units.map(row))
  }

  private static func users(_ unit: UnitRecord, _ state: SandboxState, _ call: Call) throws -> Reply {
    let page = try page(call)
    let users = state.users.all.filter { $0.ouId == unit.id }
    guard !state.exceedsLimit(users.count) else { throw Refusal.internalError }
    let includesDisplay = call.query.includesDisplay
    return page.reply("users", users.dropFirst(page.offset).prefix(page.limit), total: users.count) { user, out in
      var row = JSONObject([("id", .string(user.id)), ("type", .string(user.type))])
      if includesDisplay { row["display"] = .string(UserEndpoints.display(user, state)) }
      out.append(contentsOf: JSONValue.object(row).bytes())
    }
  }

  private static func groups(_ unit: UnitRecord, _ call: Call) throws -> Reply {
    try page(call).reply("groups", all: [])
  }

  private static func roles(_ unit: UnitRecord, _ state: SandboxState, _ call: Call) throws -> Reply {
    let page = try page(call)
    let roles = state.roles.all.filter { $0.ouId == unit.id }
    return page.reply("roles", all: roles.map { ["id": .string($0.id), "name": .string($0.name)] })
  }

  // Writing

  private static let create: Endpoint = { state, call in
    let sent = try request(call)
    let now = JSONValue.string(Fresh.timestamp())
    let unit = try build(sent, id: Fresh.id(), createdAt: now, updatedAt: now, state)
    state.put(unit)
    return .json(201, .object(unit.shown))
  }

  private static let update: Endpoint = { state, call in try replace(call.id, call, &state) }
  private static let updateTree: Endpoint = { state, call in
    try replace(find(path: call.parameters, state).id, call, &state)
  }

  private static func replace(_ id: String, _ call: Call, _ state: inout SandboxState) throws -> Reply {
    let sent = try request(call)
    let former = try find(id, state)
    if let parent = sent["parent"]?.stringValue, state.isUnit(parent, within: id) { throw Refusal(400, "OU-1007") }
    let unit = try build(
      sent, id: id, createdAt: former.shown["createdAt"] ?? .null, updatedAt: .string(Fresh.timestamp()), state)
    state.put(unit)
    return .json(200, .object(unit.shown))
  }

  private static func request(_ call: Call) throws -> JSONObject {
    let sent = try call.object("OU-1001")
    try BodyCheck.types(sent, BodyCheck.unit, "OU-1001")
    try BodyCheck.require(["handle", "name"], sent)
    return sent
  }

  /// Without a parent the unit is a root: a replace that leaves it out moves the unit there.
  private static func build(
    _ sent: JSONObject, id: String, createdAt: JSONValue, updatedAt: JSONValue, _ state: SandboxState
  ) throws -> UnitRecord {
    let handle = sent["handle"]?.stringValue ?? ""
    let name = sent["name"]?.stringValue ?? ""
    guard handle.utf8.allSatisfy(isHandleByte) else { throw Refusal(400, "OU-1001") }
    let parent = sent["parent"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    if let parent, !state.units.contains(parent) { throw Refusal(400, "OU-1005") }
    let siblings = state.units.all.filter { $0.parent == parent && $0.id != id }
    // The name is looked at first: an equal one is the error even where the handle is taken, too.
    if siblings.contains(where: { $0.name.hasSameBytes(as: name) }) { throw Refusal(409, "OU-1004") }
    if siblings.contains(where: { $0.handle.hasSameBytes(as: handle) }) { throw Refusal(409, "OU-1008") }
    var shown = JSONObject([("id", .string(id)), ("handle", .string(handle)), ("name", .string(name))])
    shown.copy(["description"], from: sent)
    shown["parent"] = parent.map { .string($0) } ?? .null
    shown["isRegistrationFlowEnabled"] = false
    shown["isRecoveryFlowEnabled"] = false
    shown.copy(["logoUrl", "themeId", "layoutId", "tosUri", "policyUri", "cookiePolicyUri"], from: sent)
    shown["createdAt"] = createdAt
    shown["updatedAt"] = updatedAt
    return UnitRecord(shown: shown)
  }

  private static func isHandleByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let delete: Endpoint = { state, call in try remove(call.id, &state) }
  private static let deleteTree: Endpoint = { state, call in
    try remove(find(path: call.parameters, state).id, &state)
  }

  /// Children and users keep a unit alive. Applications, agents and types don't: they are left with an id that leads
  /// nowhere.
  private static func remove(_ id: String, _ state: inout SandboxState) throws -> Reply {
    _ = try find(id, state)
    guard !state.units.all.contains(where: { $0.parent == id }), !state.users.all.contains(where: { $0.ouId == id })
    else { throw Refusal(400, "OU-1006") }
    state.removeUnit(id)
    return .noContent
  }
}
