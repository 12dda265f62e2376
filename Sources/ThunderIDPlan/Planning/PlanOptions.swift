/// What a person asked of a plan beyond the manifest.
package struct PlanOptions: Sendable {
  /// Only these and what they need; empty means everything.
  package var targets: [Address] = []
  /// How many deletes a plan may hold.
  package var maxDeletes = 25
  /// How many percent of a kind deletes that nobody wrote down may take.
  package var maxDeletePercent = 20
  /// Resources whose write-only fields are sent.
  package var rotate: Set<Address> = []

  /// Whether live resources within the manifest's prune scopes that it does not declare are deleted.
  package var prunes = false
  /// Whether the plan names what lives on the server and is not declared.
  package var showsUnmanaged = false
  /// Whether steps that a guard refuses are left out and the others kept.
  package var skipsRefused = false
  /// Whether guards look at the steps; what is only reported and never applied needs none.
  package var isGuarded = true

  package init() {}
}
