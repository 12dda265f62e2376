/// A rule that refuses a plan or a step of it, with the flag that lifts it (exit code 5).
package struct GuardRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is refused: a resource, or nil for the whole plan.
  package var address: Address?
  /// The stable short name of the rule: `max-deletes`.
  package var rule: String
  /// What is refused and why.
  package var message: String
  /// How to lift it, in words that name the flag; nil where nothing lifts it.
  package var remedy: String?

  package init(address: Address?, rule: String, message: String, remedy: String?) {
    self.address = address
    self.rule = rule
    self.message = message
    self.remedy = remedy
  }

  package var description: String { remedy.map { "\(message); \($0)" } ?? message }
}

/// All refusals of a plan.
package struct PlanRefused: Error, Sendable {
  package var refusals: [GuardRefusal]

  package init(_ refusals: [GuardRefusal]) { self.refusals = refusals }
}

/// A rule over the steps of a plan. Each stands in its own file.
package protocol Guard: Sendable {
  func refusals(of steps: [Step], facts: GuardFacts) -> [GuardRefusal]
}

/// What guards may look at besides the steps.
package struct GuardFacts: Sendable {
  package var options: PlanOptions
  /// How many live resources of each kind there are, as far as listed.
  package var liveCounts: [String: Int]
  /// Live resources that must not be deleted, by id, and why.
  package var protected: [String: String]
  /// What deletes drag along, by the id of what is deleted.
  package var consequences: [String: Consequence]
  /// Whether the manifest declares a prune scope, and whether it declares anything.
  package var hasPruneScope: Bool
  package var isManifestEmpty: Bool

  package init(options: PlanOptions, snapshot: Snapshot, manifest: Manifest) {
    self.options = options
    liveCounts = snapshot.totals
    protected = snapshot.protected
    consequences = snapshot.consequences
    hasPruneScope = !manifest.prune.isEmpty
    isManifestEmpty = manifest.resources.allSatisfy(\.isLeftover)
  }
}
