import ThunderID

/// Why a JSON text is no state.
struct StateFormatError: Error {
  let problem: String
}

/// The format of a state file, version 1: one JSON object, one record a line, in the order in which records were made.
///
/// `format`, `version`, then a list for each of `organizationUnits`, `userTypes`, `agentTypes`, `users`, `applications`,
/// `agents`, `roles`, `flows` and `tokens`. Records stand as `GET` gives them; applications and agents are wrapped as
/// `{record, clientSecret, flowSecret}`, roles as `{record, assignments}`, and users carry `credentials`.
extension SandboxState {
  private static let format = "thunderid-sandbox"
  private static let version = 1

  func encoded() -> [UInt8] {
    var out = Array("{\"format\":\"\(SandboxState.format)\",\"version\":\(SandboxState.version)".utf8)
    func add<Record>(_ name: String, _ records: some Sequence<Record>, _ write: (Record, inout [UInt8]) -> Void) {
      out.append(contentsOf: ",\n\"\(name)\":[".utf8)
      var isFirst = true
      for record in records {
        out.append(contentsOf: isFirst ? "\n".utf8 : ",\n".utf8)
        isFirst = false
        write(record, &out)
      }
      out.append(UInt8(ascii: "]"))
    }
    func addValues<Record>(_ name: String, _ records: some Sequence<Record>, _ value: (Record) -> JSONObject) {
      add(name, records) { $1.append(contentsOf: JSONValue.object(value($0)).bytes()) }
    }
    addValues("organizationUnits", units.all, \.shown)
    addValues("userTypes", userTypes.all, \.shown)
    addValues("agentTypes", agentTypes.all, \.shown)
    add("users", users.all) { $0.writeStored(to: &$1) }
    addValues("applications", applications.all, \.stored)
    addValues("agents", agents.all, \.stored)
    addValues("roles", roles.all, \.stored)
    addValues("flows", flows) { $0 }
    addValues("tokens", tokens.sorted { $0.key < $1.key }) { token, record in record.stored(token) }
    out.append(contentsOf: "}\n".utf8)
    return out
  }

  /// Replaces everything but the settings by what a state file holds.
  ///
  /// - Throws: ``StateFormatError``; the state is then what it was.
  mutating func decode(_ value: JSONValue) throws {
    guard value["format"]?.stringValue == SandboxState.format else {
      throw StateFormatError(problem: "it is JSON, but not a state of the sandbox")
    }
    guard value["version"]?.intValue == SandboxState.version else {
      throw StateFormatError(
        problem:
          "its version is \(value["version"]?.text() ?? "missing"), and this program knows \(SandboxState.version)")
    }
    func records(_ name: String) throws -> [JSONObject] {
      guard let list = value[name]?.arrayValue else { throw StateFormatError(problem: "it has no list \"\(name)\"") }
      return try list.enumerated().map { index, record in
        guard case .object(let object) = record else {
          throw StateFormatError(problem: "\(name)[\(index)] is no object")
        }
        return object
      }
    }
    var state = SandboxState(recordLimit: recordLimit, tokenLifetime: tokenLifetime)
    for record in try records("organizationUnits") { state.put(UnitRecord(shown: record)) }
    for record in try records("userTypes") { state.put(.user, TypeRecord(shown: record)) }
    for record in try records("agentTypes") { state.put(.agent, TypeRecord(shown: record)) }
    for record in try records("users") { state.put(try UserRecord(stored: record)) }
    for record in try records("applications") { state.put(.application, try ClientRecord(stored: record)) }
    for record in try records("agents") { state.put(.agent, try ClientRecord(stored: record)) }
    for record in try records("roles") { state.put(try RoleRecord(stored: record)) }
    state.flows = try records("flows")
    for record in try records("tokens") {
      let (token, kept) = try TokenRecord.read(record)
      state.put(token: token, kept)
    }
    self = state
  }
}

extension JSONObject {
  fileprivate func text(_ name: String, of kind: String) throws -> String {
    guard let text = self[name]?.stringValue else { throw StateFormatError(problem: "a \(kind) has no \"\(name)\"") }
    return text
  }
}

extension UserRecord {
  fileprivate init(stored: JSONObject) throws {
    let credentials = stored["credentials"]?.objectValue ?? JSONObject()
    self.init(
      id: try stored.text("id", of: "user"), ouId: try stored.text("ouId", of: "user"),
      type: try stored.text("type", of: "user"), attributes: stored["attributes"]?.objectValue,
      credentials: Dictionary(credentials.compactMap { name, value in value.stringValue.map { (name, $0) } }) { $1 })
  }
}

extension ClientRecord {
  fileprivate var stored: JSONObject {
    var stored = JSONObject([("record", .object(shown))])
    stored["clientSecret"] = clientSecret.map { .string($0) }
    stored["flowSecret"] = flowSecret.map { .string($0) }
    return stored
  }

  fileprivate init(stored: JSONObject) throws {
    guard let record = stored["record"]?.objectValue else {
      throw StateFormatError(problem: "an application or agent has no \"record\"")
    }
    _ = try record.text("id", of: "application or agent")
    self.init(
      shown: record, clientSecret: stored["clientSecret"]?.stringValue, flowSecret: stored["flowSecret"]?.stringValue)
  }
}

extension RoleRecord {
  fileprivate var stored: JSONObject {
    let list = assignments.map { ["id": .string($0.id), "type": .string($0.type)] as JSONValue }
    return JSONObject([("record", .object(shown)), ("assignments", .array(list))])
  }

  fileprivate init(stored: JSONObject) throws {
    guard let record = stored["record"]?.objectValue else {
      throw StateFormatError(problem: "a role has no \"record\"")
    }
    self.init(
      shown: record,
      assignments: (stored["assignments"]?.arrayValue ?? []).compactMap { entry in
        guard let id = entry["id"]?.stringValue, let type = entry["type"]?.stringValue else { return nil }
        return Assignment(id: id, type: type)
      })
  }
}

extension TokenRecord {
  fileprivate func stored(_ token: String) -> JSONObject {
    JSONObject([
      ("token", .string(token)), ("subject", .string(subject)),
      ("permissions", .array(permissions.map { .string($0) })), ("expires", .number(JSONNumber(expires))),
    ])
  }

  fileprivate static func read(_ stored: JSONObject) throws -> (String, TokenRecord) {
    guard let expires = stored["expires"]?.intValue else {
      throw StateFormatError(problem: "a token has no \"expires\"")
    }
    let permissions = (stored["permissions"]?.arrayValue ?? []).compactMap(\.stringValue)
    return (
      try stored.text("token", of: "token"),
      TokenRecord(subject: try stored.text("subject", of: "token"), permissions: permissions, expires: expires)
    )
  }
}
