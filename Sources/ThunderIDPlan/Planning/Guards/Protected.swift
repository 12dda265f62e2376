/// Refuses to delete what keeps people able to sign in and administrate, and what would leave others dangling.
package struct Protected: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    steps.filter { $0.action == .delete }.compactMap { step in
      guard let id = step.liveID else { return nil }
      if let reason = facts.protected[id] {
        return GuardRefusal(
          address: step.address, rule: "protected", message: "\(step.address) can't be deleted: it is \(reason)",
          remedy: "nothing lifts this; leave this step out with --skip-refused")
      }
      guard let consequence = facts.consequences[id], consequence.forbids else { return nil }
      return GuardRefusal(
        address: step.address, rule: "not-empty",
        message: "\(step.address) can't be deleted: \(consequence.summary)",
        remedy: "move or delete those first, or leave this step out with --skip-refused")
    }
  }
}
