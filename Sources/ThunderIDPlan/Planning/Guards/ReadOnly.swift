/// Refuses to touch what the server keeps in files of its own (`isReadOnly`).
package struct ReadOnly: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    steps.filter { $0.before?["isReadOnly"]?.boolValue == true }.map {
      GuardRefusal(
        address: $0.address, rule: "read-only",
        message: "\($0.address) is read-only on the server: it is declared in the server's own files",
        remedy: "change it there, or leave this step out with --skip-refused")
    }
  }
}
