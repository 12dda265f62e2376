/// All guards, and what they leave of a plan.
package enum Guards {
  package static let all: [any Guard] = [
    PruneScopes(), PreventDestroy(), ReadOnly(), Protected(), MintedCredentials(), MaxDeletes(), MaxDeletePercent(),
  ]

  /// The steps that may go on, and the refusals of the others.
  ///
  /// - Throws: `PlanRefused` where a guard refuses and `--skip-refused` was not given, or refuses the plan as such.
  package static func sift(_ steps: [Step], facts: GuardFacts) throws -> (steps: [Step], refusals: [GuardRefusal]) {
    var refusals = all.flatMap { $0.refusals(of: steps, facts: facts) }
    guard !refusals.isEmpty else { return (steps, []) }
    guard facts.options.skipsRefused else { throw PlanRefused(refusals) }
    let refused = Set(refusals.compactMap(\.address))
    let rest = steps.filter { !refused.contains($0.address) }
    // Limits are for the plan that is left.
    let remaining = all.flatMap { $0.refusals(of: rest, facts: facts) }
    guard remaining.isEmpty else { throw PlanRefused(remaining) }
    refusals.removeAll { $0.address == nil }
    return (rest, refusals)
  }
}
