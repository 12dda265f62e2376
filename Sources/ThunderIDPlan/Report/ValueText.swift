import ThunderID

/// How values and changes read in reports.
package enum ValueText {
  /// A value as one line: JSON, with hidden characters spelled out.
  package static func text(_ value: JSONValue?) -> String {
    guard let value else { return "(none)" }
    return VisibleText.escaped(value.text())
  }

  /// Both sides of a change; a sensitive one shows neither.
  package static func sides(_ change: FieldChange) -> (before: String, after: String) {
    change.isSensitive ? (Secret.mask, Secret.mask) : (text(change.before), text(change.after))
  }

  /// A text cut after `limit` characters, with how many were left out.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let count = text.count
    return count > limit ? text.prefix(limit) + "… (\(count - limit) more characters)" : text
  }

  package static func verb(_ action: Step.Action) -> String {
    switch action {
    case .create: "create"
    case .update: "update"
    case .delete: "delete"
    }
  }

  package static func symbol(_ action: Step.Action) -> String {
    switch action {
    case .create: "+"
    case .update: "~"
    case .delete: "-"
    }
  }

  /// The sentence that people and scripts look for.
  package static func summary(_ plan: Plan) -> String {
    let counts = plan.summary
    return counts.isEmpty
      ? "No changes. The server matches the manifest."
      : "Plan: \(counts.add) to add, \(counts.change) to change, \(counts.destroy) to destroy."
  }

  /// The same for a drift report.
  package static func driftSummary(_ plan: Plan) -> String {
    let counts = plan.summary
    if let known = plan.known, counts.isEmpty, !known.gone.isEmpty {
      return "Known drift is gone: \(known.gone.count); \(counts.unchanged) as declared"
        + (known.accepted > 0 ? ", \(known.accepted) accepted as known." : ".")
    }
    let known = plan.known.map { known in
      (known.accepted > 0 ? ", \(known.accepted) accepted as known" : "")
        + (known.gone.isEmpty ? "" : ", \(known.gone.count) known and gone")
    }
    return
      (plan.known != nil && counts.isEmpty
      ? "No new drift: "
      : "Drift: \(counts.add) missing, \(counts.change) changed, \(counts.destroy) unwanted; ")
      + "\(counts.unchanged) as declared\(known ?? "")."
  }
}
