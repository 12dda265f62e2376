import ThunderID

/// `/user-types`, and `/agent-types` with its one type.
enum TypeEndpoints {
  static let routes: [Route] = [
    Route("/user-types", .permission("system"), ["GET": { try list(.user, &$0, $1) }, "POST": create]),
    Route(
      "/user-types/{id}", .permission("system"),
      ["GET": { try get(.user, $0, $1) }, "PUT": { try update(.user, &$0, $1) }, "DELETE": delete]),
    Route("/agent-types", .permission("system"), ["GET": { try list(.agent, &$0, $1) }]),
    Route(
      "/agent-types/{id}", .permission("system"),
      [
        "GET": { try get(.agent, $0, $1) }, "PUT": { try update(.agent, &$0, $1) },
        "DELETE": { try keep(&$0, $1) },
      ]),
  ]

  private static func list(
    _ kind: SandboxState.TypeKind, _ state: inout SandboxState, _ call: Call
  ) throws -> Reply {
    let page = try Page(call, limitCode: "USRS-1005", offsetCode: "USRS-1006")
    let types = kind == .user ? Array(state.userTypes.all) : Array(state.agentTypes.all)
    let rows = types.map { type -> JSONValue in
      var row = shown(type, call, state)
      row["schema"] = nil
      row["isReadOnly"] = false
      return .object(row)
    }
    return page.reply("types", all: rows)
  }

  private static func get(_ kind: SandboxState.TypeKind, _ state: SandboxState, _ call: Call) throws -> Reply {
    .json(200, .object(shown(try find(kind, call.id, state), call, state)))
  }

  private static func shown(_ type: TypeRecord, _ call: Call, _ state: SandboxState) -> JSONObject {
    guard call.query.includesDisplay, let unit = state.units[type.ouId] else { return type.shown }
    var members = type.shown.map { ($0.key, $0.value) }
    members.insert(("ouHandle", .string(unit.handle)), at: 3)
    return JSONObject(members)
  }

  private static func find(
    _ kind: SandboxState.TypeKind, _ id: String, _ state: SandboxState
  ) throws -> TypeRecord {
    guard let type = state.type(kind, id) else { throw Refusal(404, "USRS-1002") }
    return type
  }

  private static let create: Endpoint = { state, call in
    let type = try build(call, id: Fresh.id(), .user, state)
    state.put(.user, type)
    return .json(201, .object(type.shown))
  }

  private static func update(
    _ kind: SandboxState.TypeKind, _ state: inout SandboxState, _ call: Call
  ) throws -> Reply {
    let type = try build(call, id: try find(kind, call.id, state).id, kind, state)
    // The one agent type keeps its name.
    if kind == .agent, type.name != "default" { throw Refusal(400, "USRS-1014") }
    state.put(kind, type)
    return .json(200, .object(type.shown))
  }

  private static func build(
    _ call: Call, id: String, _ kind: SandboxState.TypeKind, _ state: SandboxState
  ) throws -> TypeRecord {
    let sent = try call.object("USRS-1001")
    try BodyCheck.types(sent, BodyCheck.type, "USRS-1001")
    try BodyCheck.require(["name", "ouId", "schema"], sent)
    let name = sent["name"]?.stringValue ?? ""
    let schema = sent["schema"]?.objectValue ?? JSONObject()
    if let problem = AttributeSchema.problem(schema) { throw invalid(problem) }
    let ouId = sent["ouId"]?.stringValue ?? ""
    guard state.units.contains(ouId) else { throw invalid("organization unit id does not exist") }
    let other = kind == .user ? state.userType(named: name) : state.agentType(named: name)
    if let other, other.id != id { throw Refusal(409, "USRS-1003") }
    var shown = JSONObject([
      ("id", .string(id)), ("name", .string(name)), ("ouId", .string(ouId)),
      ("allowSelfRegistration", .bool(sent["allowSelfRegistration"]?.boolValue ?? false)),
    ])
    shown.copy(["systemAttributes"], from: sent)
    shown["schema"] = .object(schema)
    return TypeRecord(shown: shown)
  }

  private static func invalid(_ problem: String) -> Refusal {
    let entry = ErrorCatalogue.Entry(
      key: "error.entitytypeservice.invalid_user_type_request", message: "Invalid user type request",
      description: "The user type request contains invalid or missing required fields: \(problem)")
    return Refusal(400, code: "USRS-1004", entry)
  }

  /// A type goes even where users have it; they stay.
  private static let delete: Endpoint = { state, call in
    _ = try find(.user, call.id, state)
    state.removeType(.user, call.id)
    return .noContent
  }

  /// The one agent type stays.
  private static func keep(_ state: inout SandboxState, _ call: Call) throws -> Reply {
    _ = try find(.agent, call.id, state)
    throw Refusal(400, "USRS-1015")
  }
}
