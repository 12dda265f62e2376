import ThunderID

/// What a manifest may mean on the server, for one kind: rows that fit none of it need not be kept.
package struct Wanted: Sendable {
  package let kind: any Kind
  package private(set) var ids: Set<String> = []
  private var sets: [(identifier: String, values: TextTable)] = []
  /// Whether every row is wanted, since a prune scope covers the kind.
  package private(set) var isWhole: Bool

  init(
    kind: any Kind, manifest: Manifest, overview: ManifestOverview, prunes: Bool, showsUnmanaged: Bool = false
  ) {
    self.kind = kind
    isWhole =
      (prunes && manifest.prune.contains { $0.kind == kind.name })
      || (showsUnmanaged && kind.lookUpPath(identity: "x") == nil)
    for case .resource(let address) in overview.targets where address.kind == kind.name {
      for identifier in kind.identifiers { want(identifier, address.identity) }
    }
    let secondary = kind.secondaryIdentifiers
    for place in overview.places(of: kind) {
      let resource = manifest.resources[place]
      if let id = resource.id { ids.insert(id) }
      if resource.id == nil { want(resource.identifiedBy, resource.address.identity) }
      for identifier in secondary {
        if let value = resource.fields.identity(identifier, kind) { want(identifier, value) }
      }
      if let former = resource.lifecycle.renamedFrom { want(resource.identifiedBy, former) }
    }
  }

  package var isEmpty: Bool { !isWhole && ids.isEmpty && sets.isEmpty }

  /// How many things are wanted, each identifier counted.
  package var count: Int { sets.reduce(ids.count) { $0 + $1.values.count } }

  private mutating func want(_ identifier: String, _ value: String) {
    let index = sets.firstIndex { $0.identifier.hasSameBytes(as: identifier) } ?? sets.count
    if index == sets.count { sets.append((identifier, TextTable())) }
    _ = sets[index].values.insert(value)
  }

  package func contains(_ row: JSONValue) -> Bool {
    if isWhole { return true }
    if let id = row["id"]?.stringValue, ids.contains(id) { return true }
    return sets.contains { identifier, wanted in
      kind.identity(identifier, of: row).map(wanted.contains) ?? false
    }
  }

  /// What of it these rows do not hold.
  package func missing(from rows: [LiveResource]) -> Wanted {
    var rest = self
    rest.isWhole = false
    if !ids.isEmpty { rest.ids.subtract(rows.lazy.map(\.id)) }
    // A secondary identifier only finds renames: that nothing has it is no reason to look again.
    rest.sets = sets.compactMap { identifier, wanted in
      guard !kind.secondaryIdentifiers.contains(identifier) else { return nil }
      var isThere = [Bool](repeating: false, count: wanted.count)
      for row in rows {
        if let number = kind.identity(identifier, of: row.record).flatMap(wanted.find) { isThere[number] = true }
      }
      var left = TextTable()
      for (number, text) in wanted.texts.enumerated() where !isThere[number] { _ = left.insert(text) }
      return left.isEmpty ? nil : (identifier, left)
    }
    return rest
  }

  /// The path of each wanted identity, for kinds that are looked up by path; nil for the others.
  package var lookUpPaths: [(identity: String, path: String)]? {
    guard kind.lookUpPath(identity: sets.first?.values.texts.first ?? "x") != nil else { return nil }
    let identities = sets.flatMap(\.values.texts).sorted()
    return identities.compactMap { identity in kind.lookUpPath(identity: identity).map { (identity, $0) } }
  }

  /// One filter for each thing that is wanted, where the server can look all of them up; nil where it can't.
  package var filters: [String]? {
    if isWhole { return nil }
    var result: [String] = []
    for (identifier, wanted) in sets.sorted(by: { $0.identifier < $1.identifier }) {
      for value in wanted.texts {
        guard let filter = kind.filter(identifier: identifier, value: value) else { return nil }
        result.append(filter)
      }
    }
    return result
  }
}
