import ThunderID

/// The server takes a user only into the organization unit of its type and those below (recorded: 400 USR-1023). Found
/// here, the plan says so with a place in the manifest, where otherwise the run would stop half way.
struct TypeUnitCheck {
  let kind: any Kind
  let snapshot: Snapshot
  /// Whether the plan makes the unit at that path.
  let creates: (String) -> Bool

  /// What is wrong with the unit that the step puts the resource into; nil where nothing is, and where the manifest gives
  /// the unit by an id, whose parents are not known.
  func fault(_ resource: DesiredResource, _ step: Step) -> Diagnostic? {
    guard kind.typeRulesUnit, step.action == .create || movesOrRetypes(step),
      let type = step.body?["type"]?.stringValue,
      let home = snapshot.schemas[kind.name]?[ExactString(type)]?.organizationUnit
    else { return nil }
    let unit = JSONPointer(["ouId"])
    for reference in resource.references where reference.pointer == unit {
      guard case .organizationUnit(let path) = reference.target, isOutside(path, home) else { continue }
      let name = snapshot.organizationUnits.first { $0.value == home }.map { "'\($0.key.text)'" } ?? home
      return Diagnostic(
        code: "unit-of-type", location: reference.location,
        message:
          "\(resource.address) can't be in '\(path)': \(kind.singular) type '\(type)' belongs to the organization "
          + "unit \(name)",
        hint: "the server takes it only there and in units below; or use a type that belongs to '\(path)'")
    }
    return nil
  }

  private func movesOrRetypes(_ step: Step) -> Bool {
    step.action == .update
      && step.changes.contains { $0.path == JSONPointer(["ouId"]) || $0.path == JSONPointer(["type"]) }
  }

  /// Whether no unit on the way from the root to `path` is `home`. Where one of them is neither on the server nor made
  /// anew, as when it is renamed, nothing is known.
  private func isOutside(_ path: String, _ home: String) -> Bool {
    OrganizationUnitKind.way(to: path).allSatisfy { step in
      snapshot.organizationUnits[ExactString(step)].map { $0 != home } ?? creates(step)
    }
  }
}
