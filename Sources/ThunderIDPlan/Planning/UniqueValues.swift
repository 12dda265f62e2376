import ThunderID

/// The values that the server wants unique, as each step takes or frees them: who takes a value must wait for who frees
/// it, or the server answers that it is taken.
package struct UniqueValues {
  /// One unique value: the kind, what it is (`name`, `clientId`, an attribute) and the value.
  package struct Key: Hashable {
    package var kind: String
    package var identifier: String
    package var value: ExactString
  }

  /// Attributes that the live schemas call unique, by kind.
  private let attributes: [String: Set<String>]

  package init(schemas: [String: [ExactString: TypeSchema]] = [:]) {
    attributes = schemas.mapValues { types in
      Set(types.values.flatMap { type in type.attributes.filter { $0.attribute.isUnique }.map(\.name) })
    }
  }

  /// What the server is known to want unique of a declared resource: OAuth client ids, and the attributes that the live
  /// schema of its type says so of.
  package static func known(_ kind: any Kind, schema: TypeSchema?) -> Set<String> {
    Set(kind.secondaryIdentifiers).union(schema?.attributes.lazy.filter { $0.attribute.isUnique }.map(\.name) ?? [])
  }

  /// The values that the step gives up.
  package func freed(by step: Step) -> Set<Key> {
    guard let before = step.before else { return [] }
    let old = values(of: before, step)
    return step.action == .delete ? old : old.subtracting(values(of: step.body ?? .null, step))
  }

  /// The values that the step takes.
  package func taken(by step: Step) -> Set<Key> {
    guard step.action != .delete, let body = step.body else { return [] }
    let new = values(of: body, step)
    return step.before.map { new.subtracting(values(of: $0, step)) } ?? new
  }

  private func values(of record: JSONValue, _ step: Step) -> Set<Key> {
    guard let kind = Kinds.named(step.address.kind) else { return [] }
    var names = Set(kind.identifiers + kind.secondaryIdentifiers)
    names.formUnion(attributes[kind.name] ?? [])
    return Set(
      names.compactMap { name in
        kind.identity(name, of: record).map { Key(kind: kind.name, identifier: name, value: ExactString($0)) }
      })
  }
}
