import ThunderID

/// What would change, in the order in which it would. A value: print it, save it, test it, apply it.
package struct Plan: Sendable {
  /// In the order of execution: what others refer to first, deletes last.
  package var steps: [Step]
  /// How many declared resources are as they should be.
  package var unchanged: Int
  /// The server, as given: `https://id.example.com`.
  package var server: String
  /// ``Manifest/digest`` of the manifest it was made from.
  package var manifestDigest: String
  /// Steps that guards refused and `--skip-refused` left out.
  package var refusals: [GuardRefusal]
  package var warnings: [Diagnostic]
  /// What lives on the server and is not declared, where that was asked for.
  package var unmanaged: [Address] = []
  /// Of a look for drift that knows accepted drift: what of it is left out of ``steps``.
  package var known: KnownDrift.Comparison?

  package init(
    steps: [Step], unchanged: Int, server: String, manifestDigest: String = "",
    refusals: [GuardRefusal] = [], warnings: [Diagnostic] = []
  ) {
    self.steps = steps
    self.unchanged = unchanged
    self.server = server
    self.manifestDigest = manifestDigest
    self.refusals = refusals
    self.warnings = warnings
  }

  package var summary: Summary {
    Summary(
      add: steps.count { $0.action == .create }, change: steps.count { $0.action == .update },
      destroy: steps.count { $0.action == .delete }, unchanged: unchanged)
  }

  /// The counts of a plan.
  package struct Summary: Sendable, Hashable {
    package var add: Int
    package var change: Int
    package var destroy: Int
    package var unchanged: Int

    package init(add: Int, change: Int, destroy: Int, unchanged: Int) {
      self.add = add
      self.change = change
      self.destroy = destroy
      self.unchanged = unchanged
    }
    package var isEmpty: Bool { add + change + destroy == 0 }
  }
}
