/// Puts steps in the order of execution: what others refer to first, deletes last and reversed.
package enum StepOrder {
  /// The steps in order, with ids and dependencies filled in.
  ///
  /// - Throws: `ManifestErrors` where resources refer to each other in a circle.
  package static func order(_ steps: [Step]) throws -> [Step] {
    let writes = steps.filter { $0.action != .delete }
    let deletes = steps.filter { $0.action == .delete }
    let rank = { (step: Step) in Kinds.named(step.address.kind)?.rank ?? 0 }
    var ordered = try sorted(stable(writes) { rank($0) < rank($1) })
    // Of one kind the deeper goes first: a unit can't be deleted before the units in it.
    let depth = { (step: Step) in step.address.identity.utf8.count { $0 == UInt8(ascii: "/") } }
    ordered += stable(deletes) { a, b in
      a.address.kind == b.address.kind
        ? isHierarchical(a) && depth(a) > depth(b) : rank(a) > rank(b)
    }
    var ids: [Address: String] = [:]
    for index in ordered.indices {
      ordered[index].id = "s\(index + 1)"
      if ordered[index].action == .create { ids[ordered[index].address] = ordered[index].id }
    }
    for index in ordered.indices {
      var needed: [String] = []
      for reference in ordered[index].pending {
        if let id = ids[reference.target], !needed.contains(id) { needed.append(id) }
      }
      ordered[index].dependsOn = needed
    }
    return ordered
  }

  private static func isHierarchical(_ step: Step) -> Bool {
    Kinds.named(step.address.kind)?.lookUpPath(identity: step.address.identity) != nil
  }

  private static func stable(_ steps: [Step], by precedes: (Step, Step) -> Bool) -> [Step] {
    steps.enumerated().sorted { a, b in
      precedes(a.element, b.element) || (!precedes(b.element, a.element) && a.offset < b.offset)
    }.map(\.element)
  }

  /// Each step after the creates that it refers to, otherwise as they stood.
  private static func sorted(_ steps: [Step]) throws -> [Step] {
    guard steps.contains(where: { !$0.pending.isEmpty }) else { return steps }
    let creates = Dictionary(
      steps.enumerated().filter { $1.action == .create }.map { ($1.address, $0) }, uniquingKeysWith: { a, _ in a })
    enum Mark { case open, done }
    var marks: [Int: Mark] = [:]
    var result: [Step] = []
    func visit(_ index: Int) throws {
      switch marks[index] {
      case .done: return
      case .open:
        let step = steps[index]
        throw ManifestErrors([
          Diagnostic(
            code: "reference-cycle", location: step.location,
            message:
              "\(step.address) refers to itself, through \(step.pending.map(\.target.description).joined(separator: ", "))",
            hint: "leave one of the references out, apply, and add it then")
        ])
      case nil: marks[index] = .open
      }
      for reference in steps[index].pending {
        if let needed = creates[reference.target] { try visit(needed) }
      }
      marks[index] = .done
      result.append(steps[index])
    }
    for index in steps.indices { try visit(index) }
    return result
  }
}
