import ThunderID

/// Finds out what a delete must not take and what it would drag along. Asked only where a plan deletes something.
package struct ProtectionReader: OccupantReader {
  /// The console of a freshly set-up server (server-facts).
  static let consoleClientID = "CONSOLE"
  static let administratorRole = "Administrator"

  let server: any Server
  let parallelism: Int
  /// The client id that this run signs in with, where it is known.
  let ownClientID: String?

  package init(server: any Server, parallelism: Int = 4, ownClientID: String? = nil) {
    self.server = server
    self.parallelism = parallelism
    self.ownClientID = ownClientID
  }

  /// Fills in what is known of these deletes.
  ///
  /// - Throws: `ThunderIDError` where the server fails; what the token may not read is a warning.
  package func read(for deletions: [Step], into snapshot: inout Snapshot) async throws {
    guard !deletions.isEmpty else { return }
    for step in deletions {
      guard let id = step.liveID, let record = step.before else { continue }
      switch OAuthRules.clientID(of: record) {
      case ProtectionReader.consoleClientID?: snapshot.protected[id] = "the Console of the server"
      case let clientID? where clientID == ownClientID:
        snapshot.protected[id] = "the client that this run signs in with"
      default: break
      }
    }
    if let me = try await readable("/users/me")?["id"]?.stringValue {
      snapshot.protected[me] = "the user that this run is signed in as"
    }
    try await readAdministrators(into: &snapshot)
    let consequences = try await concurrently(deletions, limit: parallelism) { step in
      try await consequence(of: step, among: deletions)
    }
    for (step, consequence) in zip(deletions, consequences) {
      if let id = step.liveID, let consequence { snapshot.consequences[id] = consequence }
    }
  }

  private func readAdministrators(into snapshot: inout Snapshot) async throws {
    guard let roles = try await readableRows("/roles", "roles") else {
      snapshot.warnings.append(
        Diagnostic(
          code: "roles-not-readable", severity: .warning, location: nil,
          message: "this token may not read /roles, so holders of the administrator role are not protected from deletes"
        ))
      return
    }
    for role in roles where role["name"]?.stringValue == ProtectionReader.administratorRole {
      guard let id = role["id"]?.stringValue else { continue }
      let holders = try await rows("/roles/\(PercentEncoding.pathSegment(id))/assignments", "assignments")
      for holder in holders {
        if let id = holder["id"]?.stringValue { snapshot.protected[id] = "a holder of the administrator role" }
      }
    }
  }

  private func consequence(of step: Step, among deletions: [Step]) async throws -> Consequence? {
    guard let kind = Kinds.named(step.address.kind), let id = step.liveID else { return nil }
    if let path = kind.usagesPath(id: id) {
      guard let answer = try await readable(path), let total = answer["totalResults"]?.intValue, total > 0 else {
        return nil
      }
      let parts = (answer["summary"]?.objectValue ?? JSONObject()).map { "\($0.value.text()) \($0.key)" }
      let names = parts.isEmpty ? "\(total) other objects" : parts.joined(separator: ", ")
      return Consequence(count: total, summary: "it is referred to by \(names)")
    }
    return try await kind.occupants(id: id, deleted: Set(deletions.compactMap(\.liveID)), reader: self)
  }

  package func rows(_ path: String, _ rowsKey: String) async throws -> [JSONValue] {
    try await readableRows(path, rowsKey) ?? []
  }

  package func record(_ path: String) async throws -> JSONValue { try await readable(path) ?? .null }

  /// All rows of a list; nil where the token may not read it or the server has none.
  private func readableRows(_ path: String, _ key: String) async throws -> [JSONValue]? {
    do {
      return try await ListingReader(server: server, parallelism: parallelism).read(
        path: path, rowsKey: key, isPaged: path != ApplicationKind().path, keep: { _ in true }
      ).rows.map(\.record)
    } catch let error as ThunderIDError where error.code == .forbidden || error.code == .notFound {
      return nil
    }
  }

  private func readable(_ path: String) async throws -> JSONValue? {
    do {
      return try await server.get(path)
    } catch let error as ThunderIDError where error.code == .forbidden || error.code == .notFound {
      return nil
    }
  }
}
