import ThunderID

/// Finds the live resource that a declared one means: by explicit id, by its identity, by the name it had before, and
/// by the identifier that survives a rename. Never guesses between two.
package struct Matcher {
  private let index: LiveIndex
  private let kind: any Kind
  /// Declared primary identities: a live resource that another declaration means is not free for a rename.
  private let claimed: Set<ExactString>
  package private(set) var diagnostics: [Diagnostic] = []

  package init(kind: any Kind, live: [LiveResource], desired: [DesiredResource]) {
    self.kind = kind
    index = LiveIndex(
      kind: kind, resources: live,
      identifiers: Set(kind.secondaryIdentifiers).union(desired.lazy.map(\.identifiedBy)),
      hasIDs: desired.contains { $0.id != nil })
    // Asked of what a secondary identifier finds only.
    claimed =
      kind.secondaryIdentifiers.isEmpty
      ? [] : Set(desired.lazy.filter { $0.id == nil }.map { ExactString($0.address.identity) })
  }

  /// The place of the live resource, or nil where there is none.
  package mutating func match(_ desired: DesiredResource) -> Int? {
    if let id = desired.id { return index.place(id: id) }
    let value = desired.address.identity
    if let found = only(index.places(desired.identifiedBy, value), desired, desired.identifiedBy, value) {
      return found
    }
    if let former = desired.lifecycle.renamedFrom,
      let found = only(index.places(desired.identifiedBy, former), desired, desired.identifiedBy, former)
    {
      return found
    }
    for identifier in kind.secondaryIdentifiers {
      guard let value = desired.fields.identity(identifier, kind),
        let found = only(index.places(identifier, value), desired, identifier, value)
      else { continue }
      if let name = kind.identity(desired.identifiedBy, of: index.resources[found].record),
        claimed.contains(ExactString(name))
      {
        report(
          "identity-taken", desired,
          "\(identifier) '\(value)' belongs to \(kind.name)/\(name), which the manifest declares too",
          hint: "give one of them another \(identifier)")
        return nil
      }
      return found
    }
    return nil
  }

  private mutating func only(
    _ found: [Int], _ desired: DesiredResource, _ identifier: String, _ value: String
  ) -> Int? {
    guard found.count > 1 else { return found.first }
    report(
      "ambiguous-identity", desired,
      "the server has \(found.count) \(kind.name) with \(identifier) '\(value)': "
        + found.map { index.resources[$0].id }.joined(separator: ", "),
      hint: "delete the duplicates, or say which one is meant with id:")
    return nil
  }

  private mutating func report(_ code: String, _ desired: DesiredResource, _ message: String, hint: String) {
    diagnostics.append(Diagnostic(code: code, location: desired.location, message: message, hint: hint))
  }
}
