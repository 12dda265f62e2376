import ThunderID

/// What a manifest may mean on the server, for one kind: rows that fit none of it need not be kept.
package struct Wanted: Sendable {
  package let kind: any Kind
  package private(set) var ids: Set<String> = []
  package private(set) var values: [String: Set<ExactString>] = [:]
  /// Whether every row is wanted, since a prune scope covers the kind.
  package private(set) var isWhole: Bool

  package init(kind: any Kind, manifest: Manifest, prunes: Bool, showsUnmanaged: Bool = false) {
    self.kind = kind
    isWhole =
      (prunes && manifest.prune.contains { $0.kind == kind.name })
      || (showsUnmanaged && kind.lookUpPath(identity: "x") == nil)
    for resource in manifest.resources {
      for reference in resource.references {
        if case .resource(let address) = reference.target, address.kind == kind.name {
          for identifier in kind.identifiers { want(identifier, address.identity) }
        }
      }
      guard resource.address.kind == kind.name else { continue }
      if let id = resource.id { ids.insert(id) }
      let body = resource.fields.json
      if resource.id == nil { want(resource.identifiedBy, resource.address.identity) }
      for identifier in kind.secondaryIdentifiers {
        if let value = kind.identity(identifier, of: body) { want(identifier, value) }
      }
      if let former = resource.lifecycle.renamedFrom { want(resource.identifiedBy, former) }
    }
  }

  package var isEmpty: Bool { !isWhole && ids.isEmpty && values.isEmpty }

  private mutating func want(_ identifier: String, _ value: String) {
    values[identifier, default: []].insert(ExactString(value))
  }

  package func contains(_ row: JSONValue) -> Bool {
    if isWhole { return true }
    if let id = row["id"]?.stringValue, ids.contains(id) { return true }
    return values.contains { identifier, wanted in
      kind.identity(identifier, of: row).map { wanted.contains(ExactString($0)) } ?? false
    }
  }

  /// What of it these rows do not hold.
  package func missing(from rows: [LiveResource]) -> Wanted {
    var rest = self
    rest.isWhole = false
    for row in rows {
      rest.ids.remove(row.id)
      for identifier in values.keys {
        if let value = kind.identity(identifier, of: row.record) { rest.values[identifier]?.remove(ExactString(value)) }
      }
    }
    // A secondary identifier only finds renames: that nothing has it is no reason to look again.
    for identifier in kind.secondaryIdentifiers { rest.values[identifier] = nil }
    rest.values = rest.values.filter { !$0.value.isEmpty }
    return rest
  }

  /// The path of each wanted identity, for kinds that are looked up by path; nil for the others.
  package var lookUpPaths: [(identity: String, path: String)]? {
    let identities = values.values.flatMap { $0 }.map(\.text).sorted()
    guard kind.lookUpPath(identity: identities.first ?? "x") != nil else { return nil }
    return identities.compactMap { identity in kind.lookUpPath(identity: identity).map { (identity, $0) } }
  }

  /// One filter for each thing that is wanted, where the server can look all of them up; nil where it can't.
  package var filters: [String]? {
    if isWhole { return nil }
    var result: [String] = []
    for (identifier, wanted) in values.sorted(by: { $0.key < $1.key }) {
      for value in wanted {
        guard let filter = kind.filter(identifier: identifier, value: value.text) else { return nil }
        result.append(filter)
      }
    }
    return result
  }
}
