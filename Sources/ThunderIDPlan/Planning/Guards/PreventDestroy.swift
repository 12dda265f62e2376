/// Refuses to delete what the manifest protects with `lifecycle.preventDestroy`.
package struct PreventDestroy: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    steps.filter { $0.action == .delete && $0.preventsDestroy }.map {
      GuardRefusal(
        address: $0.address, rule: "prevent-destroy",
        message: "\($0.address) can't be deleted: its lifecycle says preventDestroy",
        remedy: "take preventDestroy out of the manifest, or leave this step out with --skip-refused")
    }
  }
}
