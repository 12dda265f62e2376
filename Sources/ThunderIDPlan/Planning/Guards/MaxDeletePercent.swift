/// Refuses a plan that deletes too large a share of a kind without anybody having written those deletes down.
package struct MaxDeletePercent: Guard {
  /// Below this many a share says little.
  package static let smallestKind = 10

  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    Kinds.all.compactMap { kind in
      let deletes = steps.count {
        $0.action == .delete && $0.address.kind == kind.name && $0.isUnwritten
      }
      guard let live = facts.liveCounts[kind.name], live >= MaxDeletePercent.smallestKind,
        deletes * 100 > live * facts.options.maxDeletePercent
      else { return nil }
      let percent = (deletes * 100 + live - 1) / live
      return GuardRefusal(
        address: nil, rule: "max-delete-percent",
        message:
          "the plan deletes \(deletes) of \(live) \(kind.name), more than the \(facts.options.maxDeletePercent) % allowed",
        remedy: "if that is meant, allow it with --max-delete-percent \(percent)")
    }
  }
}
