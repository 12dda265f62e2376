import ThunderID

/// Everything that the sandbox knows, with the indexes that keep writes fast.
struct SandboxState: Sendable {
  /// How many records a list may have before the server refuses to list them; nil lifts the limit.
  var recordLimit: Int?
  /// Seconds that a token lives.
  var tokenLifetime: Int
  /// Goes up with every change, so that a state file is written only when there is something new.
  private(set) var revision = 0

  private(set) var units = Table<UnitRecord>()
  private(set) var userTypes = Table<TypeRecord>()
  private(set) var agentTypes = Table<TypeRecord>()
  private(set) var users = Table<UserRecord>()
  private(set) var applications = Table<ClientRecord>()
  private(set) var agents = Table<ClientRecord>()
  private(set) var roles = Table<RoleRecord>()
  private(set) var tokens: [String: TokenRecord] = [:]
  /// Assertions that clients signed in with, and until when they would hold; in no state file.
  private var assertions: [String: Int] = [:]
  var flows: [JSONObject] = []

  private(set) var userIndex = ValueIndex(names: ["name"])
  private var clientIndex = ValueIndex(names: ["name", "clientId"])
  private var typesByName: [[UInt8]: String] = [:]

  init(recordLimit: Int?, tokenLifetime: Int) {
    self.recordLimit = recordLimit
    self.tokenLifetime = tokenLifetime
  }

  /// Takes note of an assertion; false where it was there before.
  mutating func takeAssertion(_ name: String, until expires: Int, now: Int) -> Bool {
    assertions = assertions.filter { $0.value + 60 > now }
    return assertions.updateValue(expires, forKey: name) == nil
  }

  func exceedsLimit(_ count: Int) -> Bool { recordLimit.map { count > $0 } ?? false }
}

// Users

extension SandboxState {
  mutating func put(_ user: UserRecord) {
    revision += 1
    if let former = users[user.id] {
      userIndex.remove(user.id, former.attributes)
      users.replace(user.id, with: user)
    } else {
      users.append(user, id: user.id)
    }
    userIndex.insert(user.id, user.attributes)
  }

  mutating func removeUser(_ id: String) {
    revision += 1
    userIndex.remove(id, users[id]?.attributes)
    users.remove(id)
    forgetAssignments(of: id)
  }

  mutating func userPage(offset: Int, limit: Int) -> [UserRecord] { users.page(offset: offset, limit: limit) }

  /// The users whose attribute, by its dotted path, has that value.
  func users(where path: String, equals value: JSONValue) -> [UserRecord] {
    if userIndex.covers(path) { return userIndex.ids(path, value).compactMap { users[$0] } }
    return users.all.filter { AttributePath.value(path, in: $0.attributes).map { $0.isEquivalent(to: value) } ?? false }
  }
}

// Applications and agents

extension SandboxState {
  enum ClientKind { case application, agent }

  func client(_ kind: ClientKind, _ id: String) -> ClientRecord? {
    kind == .application ? applications[id] : agents[id]
  }

  /// The application or agent that signs in with that client id.
  func client(clientId: String) -> ClientRecord? {
    clientIndex.ids("clientId", .string(clientId)).lazy.compactMap { self.applications[$0] ?? self.agents[$0] }.first
  }

  func applicationIds(named name: String) -> [String] {
    clientIndex.ids("name", .string(name)).filter { applications.contains($0) }
  }

  func agentIds(named name: String) -> [String] {
    clientIndex.ids("name", .string(name)).filter { agents.contains($0) }
  }

  mutating func put(_ kind: ClientKind, _ record: ClientRecord) {
    revision += 1
    let id = record.id
    let former = client(kind, id)
    clientIndex.remove(id, former?.shown)
    clientIndex.insert(id, record.shown)
    switch (kind, former) {
    case (.application, nil): applications.append(record, id: id)
    case (.application, _): applications.replace(id, with: record)
    case (.agent, nil): agents.append(record, id: id)
    case (.agent, _): agents.replace(id, with: record)
    }
  }

  mutating func remove(_ kind: ClientKind, _ id: String) {
    guard let record = client(kind, id) else { return }
    revision += 1
    clientIndex.remove(id, record.shown)
    if kind == .application { applications.remove(id) } else { agents.remove(id) }
    forgetAssignments(of: id)
  }

  mutating func agentPage(offset: Int, limit: Int) -> [ClientRecord] { agents.page(offset: offset, limit: limit) }
}

// Organization units and types

extension SandboxState {
  enum TypeKind { case user, agent }

  mutating func put(_ unit: UnitRecord) {
    revision += 1
    if units.contains(unit.id) { units.replace(unit.id, with: unit) } else { units.append(unit, id: unit.id) }
  }

  mutating func removeUnit(_ id: String) {
    revision += 1
    units.remove(id)
  }

  /// The units under a parent, or the roots, in the order of their names' bytes.
  func units(under parent: String?) -> [UnitRecord] {
    units.all.filter { $0.parent == parent }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The unit at the end of a path of handles.
  func unit(path: some Sequence<String>) -> UnitRecord? {
    var found: UnitRecord?
    for handle in path {
      let parent = found?.id
      guard let next = units.all.first(where: { $0.parent == parent && $0.handle.hasSameBytes(as: handle) })
      else { return nil }
      found = next
    }
    return found
  }

  /// Whether `id` is the unit `ancestor` or stands under it.
  func isUnit(_ id: String, within ancestor: String) -> Bool {
    var current: String? = id
    var steps = 0
    while let here = current, steps <= units.count {
      if here == ancestor { return true }
      current = units[here]?.parent
      steps += 1
    }
    return false
  }

  func type(_ kind: TypeKind, _ id: String) -> TypeRecord? { kind == .user ? userTypes[id] : agentTypes[id] }

  func userType(named name: String) -> TypeRecord? { typesByName[Array(name.utf8)].flatMap { userTypes[$0] } }

  func agentType(named name: String) -> TypeRecord? {
    agentTypes.all.first { $0.name.hasSameBytes(as: name) }
  }

  mutating func put(_ kind: TypeKind, _ type: TypeRecord) {
    revision += 1
    guard kind == .user else {
      if agentTypes.contains(type.id) {
        agentTypes.replace(type.id, with: type)
      } else {
        agentTypes.append(type, id: type.id)
      }
      return
    }
    if let former = userTypes[type.id] {
      typesByName[Array(former.name.utf8)] = nil
      userTypes.replace(type.id, with: type)
    } else {
      userTypes.append(type, id: type.id)
    }
    typesByName[Array(type.name.utf8)] = type.id
    indexUniqueAttributes()
  }

  mutating func removeType(_ kind: TypeKind, _ id: String) {
    revision += 1
    guard kind == .user else { return agentTypes.remove(id) }
    if let name = userTypes[id]?.name { typesByName[Array(name.utf8)] = nil }
    userTypes.remove(id)
  }

  /// Unique attributes are looked up at every write, so they are indexed; `name` is, because applications collide
  /// with it.
  private mutating func indexUniqueAttributes() {
    var names: Set<String> = ["name"]
    for type in userTypes.all {
      for (name, rule) in type.schema where rule["unique"]?.boolValue == true { names.insert(name) }
    }
    guard names.contains(where: { !userIndex.covers($0) }) else { return }
    userIndex = ValueIndex(names: names)
    for user in users.all { userIndex.insert(user.id, user.attributes) }
  }
}

// Roles and tokens

extension SandboxState {
  mutating func put(_ role: RoleRecord) {
    revision += 1
    if roles.contains(role.id) { roles.replace(role.id, with: role) } else { roles.append(role, id: role.id) }
  }

  mutating func removeRole(_ id: String) {
    revision += 1
    roles.remove(id)
  }

  func roles(of subject: String) -> [RoleRecord] {
    roles.all.filter { role in role.assignments.contains { $0.id == subject } }
  }

  func permissions(of subject: String) -> Set<String> { Set(roles(of: subject).flatMap(\.permissions)) }

  mutating func put(token: String, _ record: TokenRecord) {
    revision += 1
    tokens[token] = record
  }

  mutating func expireTokens() {
    revision += 1
    for token in tokens.keys { tokens[token]?.expires = 0 }
  }

  /// Drops tokens that nobody can use any more.
  mutating func forgetOldTokens() {
    let now = Fresh.seconds()
    tokens = tokens.filter { $0.value.expires > now }
  }

  private mutating func forgetAssignments(of subject: String) {
    for role in roles.all where role.assignments.contains(where: { $0.id == subject }) {
      var role = role
      role.assignments.removeAll { $0.id == subject }
      roles.replace(role.id, with: role)
    }
  }
}
