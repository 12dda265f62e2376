import ThunderID

/// Names that one kind can't take once another kind has them, while the other kind can: an application and an agent may
/// have one name, but only where the application is the first. Lanes would make them in any order.
struct NameRivals {
  typealias Key = UniqueValues.Key

  /// The values of other kinds that must not be there when the step takes its name.
  static func refusing(_ step: Step) -> [Key] {
    guard let kind = Kinds.named(step.address.kind), !kind.nameRivals.isEmpty, step.action != .delete,
      let name = step.body?["name"]?.stringValue,
      step.before?["name"]?.stringValue.map({ !$0.hasSameBytes(as: name) }) ?? true
    else { return [] }
    return kind.nameRivals.map { Key(kind: $0.kind, identifier: $0.identifier, value: ExactString(name)) }
  }

  /// The values that may stand in the way of others after the step, and those that it takes away.
  static func change(by step: Step) -> (taken: Set<Key>, freed: Set<Key>) {
    guard let kind = Kinds.named(step.address.kind) else { return ([], []) }
    let names = Set(Kinds.all.flatMap(\.nameRivals).filter { $0.kind == kind.name }.map(\.identifier))
    guard !names.isEmpty else { return ([], []) }
    func values(_ record: JSONValue?) -> Set<Key> {
      Set(
        names.compactMap { name in
          record.flatMap { kind.identity(name, of: $0) }.map {
            Key(kind: kind.name, identifier: name, value: ExactString($0))
          }
        })
    }
    let (old, new) = (values(step.before), step.action == .delete ? [] : values(step.body))
    return (new.subtracting(old), old.subtracting(new))
  }

  /// For the steps that wait, the indices of those that must be done before: who takes a name after who frees it from a
  /// rival, and a rival after who takes it.
  static func dependencies(_ steps: [Step]) -> [Int: Set<Int>] {
    var claims: [Key: Int] = [:]
    for (index, step) in steps.enumerated() {
      for key in refusing(step) { claims[key] = index }
    }
    guard !claims.isEmpty else { return [:] }
    var needs: [Int: Set<Int>] = [:]
    for (index, step) in steps.enumerated() {
      let change = change(by: step)
      for claim in change.taken.compactMap({ claims[$0] }) { needs[index, default: []].insert(claim) }
      for claim in change.freed.compactMap({ claims[$0] }) { needs[claim, default: []].insert(index) }
    }
    return needs
  }

  /// Steps that the server would refuse since a rival that stays has the name, as far as the snapshot shows.
  static func faults(_ steps: [Step], _ snapshot: Snapshot) -> [Diagnostic] {
    let claims = steps.flatMap { step in refusing(step).map { (key: $0, step: step) } }
    guard !claims.isEmpty else { return [] }
    let freed = steps.reduce(into: Set<Key>()) { $0.formUnion(change(by: $1).freed) }
    return claims.compactMap { key, step in
      guard !freed.contains(key), let kind = Kinds.named(key.kind),
        let rival = snapshot.resources[key.kind]?.first(where: {
          kind.identity(key.identifier, of: $0.record).map(ExactString.init) == key.value
        })
      else { return nil }
      return Diagnostic(
        code: "name-of-another-kind", location: step.location,
        message:
          "\(step.address) can't take the name '\(key.value.text)': \(kind.singular) \(rival.id) has it, and the "
          + "server refuses it then",
        hint: "take another name, or delete the \(kind.singular) first and make it anew after")
    }
  }
}
