import ThunderID

/// How live resources are found.
package enum ReadMode: String, Sendable, CaseIterable {
  /// The cheaper of both, and look-ups where the server can't list.
  case auto
  /// Whole listings.
  case list
  /// One filtered look-up per declared resource.
  case lookup
}

/// Reads from the server what a manifest needs. The only part of planning that talks to it, and it writes nothing.
package struct SnapshotReader: Sendable {
  let server: any Server
  let parallelism: Int
  let mode: ReadMode
  let prunes: Bool
  /// Whether what the manifest does not mean is read too.
  let showsUnmanaged: Bool
  let pageSize: Int
  let report: ReadingProgress.Report

  /// - Parameter report: told how far the reading is.
  package init(
    server: any Server, parallelism: Int = 4, mode: ReadMode = .auto, prunes: Bool = false,
    showsUnmanaged: Bool = false,
    pageSize: Int = ListingReader.pageSize, report: @escaping ReadingProgress.Report = { _, _, _ in }
  ) {
    self.report = report
    self.server = server
    self.parallelism = parallelism
    self.mode = mode
    self.prunes = prunes
    self.showsUnmanaged = showsUnmanaged
    self.pageSize = pageSize
  }

  /// - Throws: `ThunderIDError` where something can't be read; `ListingError` where a listing can't be believed.
  package func read(for manifest: Manifest) async throws -> Snapshot {
    var snapshot = Snapshot(server: server.address)
    let overview = ManifestOverview(manifest)
    for kind in Kinds.all {
      let wanted = Wanted(
        kind: kind, manifest: manifest, overview: overview, prunes: prunes, showsUnmanaged: showsUnmanaged)
      guard !wanted.isEmpty else { continue }
      let (rows, total) = try await rows(wanted)
      snapshot.totals[kind.name] = total
      snapshot.resources[kind.name] = kind.listRowsArePartial ? try await complete(rows, kind) : rows
    }
    try await readReferences(manifest, overview, into: &snapshot)
    try await SchemaReader(server: server, parallelism: parallelism).read(
      for: manifest, overview, into: &snapshot)
    return snapshot
  }

  private func rows(_ wanted: Wanted) async throws -> ([LiveResource], Int?) {
    let kind = wanted.kind
    if wanted.isWhole, kind.lookUpPath(identity: "x") != nil {
      throw ListingError(
        path: kind.path, reason: "\(kind.name) have no list that shows all of them",
        hint: "take \(kind.name) out of prune: and delete them with lifecycle: { state: absent }")
    }
    if let paths = wanted.lookUpPaths { return (try await lookUp(paths: paths, wanted), nil) }
    let prefersLookup = mode == .auto ? try await isLookupCheaper(wanted) : mode == .lookup
    if prefersLookup, let found = try await lookUp(wanted) { return (found, nil) }
    do {
      let listing = try await confirmed(wanted)
      return (listing.rows, listing.total)
    } catch let error as ThunderIDError where error.code == .serverError {
      if mode == .list {
        throw ListingError(
          path: kind.path, reason: "the server answers \(error.status ?? 500), as it does past 1000 records",
          hint: "look declared resources up one by one with --read lookup")
      }
      if wanted.isWhole {
        throw ListingError(
          path: kind.path, reason: "the server answers \(error.status ?? 500), as it does past 1000 records",
          hint: "--prune and --show-unmanaged need a whole listing, so they are not possible here; plan without them")
      }
      // Past 1000 records the server's lists answer 500 while filters still work (server-facts).
      guard let found = try await lookUp(wanted) else { throw error }
      return (found, nil)
    }
  }

  /// The listing, and where something wanted is not in one that took several requests, the proof that it is nowhere: rows
  /// that moved between two pages just so could hide it, and it would be created a second time.
  private func confirmed(_ wanted: Wanted) async throws -> Listing {
    let kind = wanted.kind
    func read() async throws -> Listing {
      // Anew each time: so is the count of what has come.
      let reader = ListingReader(
        server: server, parallelism: parallelism, pageSize: pageSize, progress: progress("Reading", kind))
      return try await reader.read(path: kind.path, rowsKey: kind.rowsKey, isPaged: kind.isPaged, keep: wanted.contains)
    }
    var listing = try await read()
    for _ in 0..<ListingReader.tries {
      guard listing.isPaged else { return listing }
      let missing = wanted.missing(from: listing.rows)
      guard !missing.isEmpty else { return listing }
      if let filters = missing.filters, filters.count <= listing.ids.count / pageSize + 1 {
        let reader = ListingReader(server: server, parallelism: parallelism, pageSize: pageSize)
        let found = try await concurrently(filters, limit: parallelism) { try await reader.look(up: $0, kind: kind) }
        listing.rows += found.flatMap { $0 }.filter { missing.contains($0.record) && !listing.ids.contains($0.id) }
        return listing
      }
      let again = try await read()
      if again.ids.hasSameTexts(as: listing.ids) { return again }
      listing = again
    }
    throw ListingError(
      path: kind.path, reason: "it is another one each time it is read",
      hint: "something changes it; nothing was changed here, try again when it is quiet")
  }

  /// Whether one look-up per wanted resource takes fewer requests than the pages of the list. Where the list fails,
  /// the look-ups are all there is.
  private func isLookupCheaper(_ wanted: Wanted) async throws -> Bool {
    guard wanted.kind.isPaged, wanted.count < 10, let count = wanted.filters?.count else { return false }
    do {
      let answer = try await server.get(wanted.kind.path, query: [("limit", "1")])
      let total = answer?["totalResults"]?.intValue ?? 0
      return count + wanted.ids.count < (total + ListingReader.pageSize - 1) / ListingReader.pageSize
    } catch let error as ThunderIDError where error.code == .serverError {
      return true
    }
  }

  private func lookUp(_ wanted: Wanted) async throws -> [LiveResource]? {
    guard let filters = wanted.filters else { return nil }
    let kind = wanted.kind
    let progress = self.progress("Looking up", kind)
    let found = try await concurrently(filters, limit: parallelism) { filter in
      defer { progress.add(1, of: filters.count) }
      return try await ListingReader(server: server, parallelism: 1).look(up: filter, kind: kind)
    }
    let byID = try await concurrently(wanted.ids.sorted(), limit: parallelism) { id in
      try await item(kind, id).map { [LiveResource(id: id, record: $0)] } ?? []
    }
    var seen: Set<String> = []
    return (found + byID).flatMap { $0 }.filter { wanted.contains($0.record) && seen.insert($0.id).inserted }
  }

  /// Looks identities up by their own paths, and puts the identity into each record, which does not show it.
  private func lookUp(paths: [(identity: String, path: String)], _ wanted: Wanted) async throws -> [LiveResource] {
    let identifier = wanted.kind.identifiers[0]
    let byPath = try await concurrently(paths, limit: parallelism) { entry -> LiveResource? in
      guard let record = try await found({ try await server.get(entry.path) }), let id = record["id"]?.stringValue
      else {
        return nil
      }
      return LiveResource(
        id: id, record: record.setting(.string(entry.identity), at: JSONPointer([identifier])))
    }
    let byID = try await concurrently(wanted.ids.sorted(), limit: parallelism) { id in
      try await item(wanted.kind, id).map { LiveResource(id: id, record: $0) }
    }
    var seen: Set<String> = []
    return (byPath + byID).compactMap { $0 }.filter { seen.insert($0.id).inserted }
  }

  private func progress(_ what: String, _ kind: any Kind) -> ReadingProgress {
    ReadingProgress("\(what) \(kind.name)", to: report)
  }

  /// The answer, or nil where the server says that there is no such thing.
  private func found(_ read: () async throws -> JSONValue?) async throws -> JSONValue? {
    do {
      return try await read()
    } catch let error as ThunderIDError where error.code == .notFound {
      return nil
    }
  }

  /// Partial rows replaced by the whole records.
  private func complete(_ rows: [LiveResource], _ kind: any Kind) async throws -> [LiveResource] {
    let progress = self.progress("Reading each of the", kind)
    return try await concurrently(rows, limit: parallelism) { row in
      defer { progress.add(1, of: rows.count) }
      guard let record = try await item(kind, row.id) else {
        throw ListingError(
          path: kind.path, reason: "\(row.id) is in the list and can't be found by its id",
          hint: "something deleted it meanwhile; nothing was changed, try again")
      }
      return LiveResource(id: row.id, record: record)
    }
  }

  /// The record of that id; nil where the server has none.
  private func item(_ kind: any Kind, _ id: String) async throws -> JSONValue? {
    try await found { try await server.get(kind.path + "/" + PercentEncoding.pathSegment(id)) }
  }

  private func readReferences(
    _ manifest: Manifest, _ overview: ManifestOverview, into snapshot: inout Snapshot
  ) async throws {
    var paths: Set<ExactString> = []
    var needsFlows = false
    for scope in manifest.prune where prunes {
      if let path = scope.ou { paths.insert(ExactString(path)) }
    }
    for target in overview.targets {
      switch target {
      case .organizationUnit(let path): paths.insert(ExactString(path))
      case .flow: needsFlows = true
      case .resource: break
      }
    }
    // With the units above, since the type of a user may belong to one of them.
    for path in paths { paths.formUnion(OrganizationUnitKind.way(to: path.text).map(ExactString.init)) }
    let sorted = paths.sorted { $0.text < $1.text }
    let ids = try await concurrently(sorted, limit: parallelism) { path in try await organizationUnit(path.text) }
    for (path, id) in zip(sorted, ids) { snapshot.organizationUnits[path] = id }
    if needsFlows {
      let listing = try await ListingReader(server: server, parallelism: parallelism).read(
        path: "/flows", rowsKey: "flows", isPaged: true, keep: { _ in true })
      for flow in listing.rows {
        guard let type = flow.record["flowType"]?.stringValue, let handle = flow.record["handle"]?.stringValue else {
          continue
        }
        snapshot.flows[FlowKey(type: type, handle: handle)] = flow.id
      }
    }
  }

  /// The id of the unit at that path of handles (`GET /organization-units/tree/{path}`); nil where there is none.
  private func organizationUnit(_ path: String) async throws -> String? {
    guard let lookUp = OrganizationUnitKind().lookUpPath(identity: path) else { return nil }
    do {
      return try await found { try await server.get(lookUp) }?["id"]?.stringValue
    } catch let error as ThunderIDError where error.code == .invalidInput {
      // A handle that can't exist, such as one with a blank: the server answers 400.
      return nil
    }
  }
}

extension ListingReader {
  /// Every resource that a filter finds.
  func look(up filter: String, kind: any Kind) async throws -> [LiveResource] {
    let answer = try await server.get(
      kind.path, query: [("filter", filter), ("limit", String(ListingReader.pageSize))])
    guard let rows = answer?[kind.rowsKey]?.arrayValue else {
      throw ListingError(
        path: kind.path, reason: "a look-up's answer lacks \(kind.rowsKey)", hint: "is this address a ThunderID server?"
      )
    }
    return rows.compactMap { row in row["id"]?.stringValue.map { LiveResource(id: $0, record: row) } }
  }
}
