import ThunderID

/// Puts steps in the order of execution: what others refer to first, deletes last and reversed, and who takes a unique
/// value after who frees it.
package enum StepOrder {
  /// The steps in order, with ids and dependencies filled in.
  ///
  /// - Throws: `ManifestErrors` where resources refer to each other, or exchange unique values, in a circle.
  package static func order(_ steps: [Step], unique: UniqueValues = UniqueValues()) throws -> [Step] {
    let base = baseOrder(steps)
    let needs = dependencies(base, unique)
    let order = try sorted(base, needs)
    var position = [Int](repeating: 0, count: base.count)
    for (place, index) in order.enumerated() { position[index] = place }
    return order.enumerated().map { place, index in
      var step = base[index]
      step.id = "s\(place + 1)"
      step.dependsOn = needs[index].map { position[$0] }.sorted().map { "s\($0 + 1)" }
      return step
    }
  }

  private static func baseOrder(_ steps: [Step]) -> [Step] {
    let rank = { (step: Step) in Kinds.named(step.address.kind)?.rank ?? 0 }
    // Of one kind the deeper goes first: a unit can't be deleted before the units in it.
    let depth = { (step: Step) in step.address.identity.utf8.count { $0 == UInt8(ascii: "/") } }
    let writes = stable(steps.filter { $0.action != .delete }) { rank($0) < rank($1) }
    let deletes = stable(steps.filter { $0.action == .delete }) { a, b in
      a.address.kind == b.address.kind ? isHierarchical(a) && depth(a) > depth(b) : rank(a) > rank(b)
    }
    return writes + deletes
  }

  private static func isHierarchical(_ step: Step) -> Bool {
    Kinds.named(step.address.kind)?.lookUpPath(identity: step.address.identity) != nil
  }

  private static func stable(_ steps: [Step], by precedes: (Step, Step) -> Bool) -> [Step] {
    steps.enumerated().sorted { a, b in
      precedes(a.element, b.element) || (!precedes(b.element, a.element) && a.offset < b.offset)
    }.map(\.element)
  }

  /// For each step the indices of those that must be done before it.
  private static func dependencies(_ steps: [Step], _ unique: UniqueValues) -> [Set<Int>] {
    var creates: [Address: Int] = [:]
    var freed: [UniqueValues.Key: Int] = [:]
    for (index, step) in steps.enumerated() {
      if step.action == .create { creates[step.address] = index }
      for key in unique.freed(by: step) { freed[key] = index }
    }
    let rivals = NameRivals.dependencies(steps)
    return steps.enumerated().map { index, step in
      var needs = Set(step.pending.compactMap { creates[$0.target] }).union(rivals[index] ?? [])
      if !freed.isEmpty {
        // A temporary value is taken and freed by steps of one resource, which others keep in order.
        needs.formUnion(
          unique.taken(by: step).compactMap { freed[$0] }.filter { steps[$0].address != step.address })
      }
      needs.remove(index)
      return needs
    }
  }

  /// Each step after those that it needs, otherwise as they stood.
  private static func sorted(_ steps: [Step], _ needs: [Set<Int>]) throws -> [Int] {
    enum Mark { case open, done }
    var marks: [Int: Mark] = [:]
    var result: [Int] = []
    // An own stack, not recursion: a chain may be as long as the plan.
    for start in steps.indices where marks[start] == nil {
      var stack = [(index: start, rest: needs[start].sorted(by: >))]
      marks[start] = .open
      while let top = stack.last {
        if let next = top.rest.last {
          stack[stack.count - 1].rest.removeLast()
          switch marks[next] {
          case .done: continue
          case .open: throw circle(stack.map { steps[$0.index] }, from: steps[next])
          case nil:
            marks[next] = .open
            stack.append((next, needs[next].sorted(by: >)))
          }
        } else {
          marks[top.index] = .done
          result.append(top.index)
          stack.removeLast()
        }
      }
    }
    return result
  }

  private static func circle(_ chain: [Step], from first: Step) -> ManifestErrors {
    let members = chain.drop { $0.address != first.address }
    let names = members.map(\.address.description).joined(separator: ", ")
    let isExchange = members.allSatisfy { $0.pending.isEmpty }
    return ManifestErrors([
      Diagnostic(
        code: isExchange ? "unique-value-circle" : "reference-cycle", location: first.location,
        message: isExchange
          ? "\(names) exchange unique values with each other, which can't be done in one go"
          : "\(names) refer to each other in a circle",
        hint: isExchange
          ? "give one of them another value first, apply, and then the one it should have"
          : "leave one of the references out, apply, and add it then")
    ])
  }
}
