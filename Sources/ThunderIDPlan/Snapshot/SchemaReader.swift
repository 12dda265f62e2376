import ThunderID

/// Reads the attribute schemas of the types that a manifest uses.
struct SchemaReader: Sendable {
  let server: any Server
  let parallelism: Int

  func read(
    for manifest: Manifest, _ overview: ManifestOverview, into snapshot: inout Snapshot
  ) async throws {
    for kind in Kinds.all {
      guard let path = kind.typesPath else { continue }
      var used: Set<ExactString> = []
      var last: String?
      // Neighbours are mostly of one type.
      func use(_ type: String?) {
        guard let type, last.map({ !$0.hasSameBytes(as: type) }) ?? true else { return }
        last = type
        used.insert(ExactString(type))
      }
      var isAlwaysSaid = true
      for place in overview.places(of: kind) where manifest.resources[place].lifecycle.state == .present {
        let type = manifest.resources[place].fields["type"]?.text
        use(type)
        if type == nil { isAlwaysSaid = false }
      }
      // What the manifest does not say stays as it is.
      if !isAlwaysSaid {
        for resource in snapshot.resources[kind.name] ?? [] { use(resource.record["type"]?.stringValue) }
      }
      guard !used.isEmpty else { continue }
      do {
        snapshot.schemas[kind.name] = try await schemas(path, used: used)
      } catch let error as ThunderIDError where error.code == .forbidden {
        snapshot.warnings.append(
          Diagnostic(
            code: "types-not-readable", severity: .warning, location: nil,
            message: "this token may not read \(path), so attributes of \(kind.name) are not checked beforehand"))
      }
    }
  }

  /// Every type by name; only the used ones with their attributes.
  private func schemas(_ path: String, used: Set<ExactString>) async throws -> [ExactString: TypeSchema] {
    let listing = try await ListingReader(server: server, parallelism: parallelism).read(
      path: path, rowsKey: "types", isPaged: true, keep: { _ in true })
    let named = listing.rows.compactMap { row in
      row.record["name"]?.stringValue.map { (name: ExactString($0), id: row.id) }
    }
    let schemas = try await concurrently(named, limit: parallelism) { type -> TypeSchema in
      guard used.contains(type.name) else { return TypeSchema(name: type.name.text, json: .null) }
      let answer = try await server.get(path + "/" + PercentEncoding.pathSegment(type.id))
      return TypeSchema(name: type.name.text, json: answer ?? .null)
    }
    return Dictionary(schemas.map { (ExactString($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
