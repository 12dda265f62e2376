/// Refuses `--prune` without a scope, and with a manifest that declares nothing: both would delete all there is.
package struct PruneScopes: Guard {
  package init() {}

  package func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal] {
    guard facts.options.prunes else { return [] }
    if !facts.hasPruneScope {
      return [
        GuardRefusal(
          address: nil, rule: "prune-scope", message: "--prune needs to be told where it may delete",
          remedy: "declare it in the manifest, such as prune: [{ kind: users, ou: acme/engineering }]")
      ]
    }
    guard facts.isManifestEmpty else { return [] }
    return [
      GuardRefusal(
        address: nil, rule: "empty-manifest",
        message: "the manifest declares no resource, so --prune would delete everything in its scopes",
        remedy: "declare what is to stay, or delete one by one with lifecycle: { state: absent }")
    ]
  }
}
