/// Refuses a plan that deletes more than `--max-deletes`.
package struct MaxDeletes: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    let deletes = steps.filter { $0.action == .delete }
    let dragged = deletes.reduce(0) { $0 + ($1.liveID.flatMap { facts.consequences[$0] }?.count ?? 0) }
    let count = deletes.count + dragged
    guard count > facts.options.maxDeletes else { return [] }
    return [
      GuardRefusal(
        address: nil, rule: "max-deletes",
        message:
          "the plan deletes \(deletes.count) resources\(dragged > 0 ? " and touches \(dragged) with them" : ""), more than the \(facts.options.maxDeletes) allowed",
        remedy: "if that is meant, allow it with --max-deletes \(count)")
    ]
  }
}
