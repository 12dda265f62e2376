/// Refuses a plan that deletes more than `--max-deletes`.
package struct MaxDeletes: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    let count = steps.count { $0.action == .delete }
    guard count > facts.options.maxDeletes else { return [] }
    return [
      GuardRefusal(
        address: nil, rule: "max-deletes",
        message: "the plan deletes \(count) resources, more than the \(facts.options.maxDeletes) allowed",
        remedy: "if that is meant, allow it with --max-deletes \(count)")
    ]
  }
}
