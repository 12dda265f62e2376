/// Refuses an update that gives an existing resource new credentials without `--rotate`: an OAuth configuration that
/// is added anew makes a new client secret, and what used the old one stops working.
package struct MintedCredentials: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    steps.filter { step in
      step.action == .update && !facts.options.rotate.contains(step.address)
        && step.secretNotes.contains { $0.fate == .generated || $0.fate == .setAtCreation }
    }.map {
      GuardRefusal(
        address: $0.address, rule: "new-credentials",
        message: "\($0.address) would get new OAuth credentials, since the server has none of it",
        remedy: "if that is meant, allow it with --rotate \"\($0.address)\"")
    }
  }
}
