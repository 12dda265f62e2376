import ThunderID

/// A plan as one page that needs nothing from elsewhere: summary, filters by kind and action, field differences and
/// the order of steps as a drawing. Every value is escaped; readable in light and dark.
package enum HTMLReport {
  /// The page.
  ///
  /// - Parameters:
  ///   - isDrift: whether the plan is what a look for drift found.
  ///   - causes: why there are differences, for a drift report that was asked for it.
  package static func render(_ plan: Plan, isDrift: Bool = false, causes: DriftCauses? = nil) -> String {
    let summary = text(isDrift ? ValueText.driftSummary(plan) : ValueText.summary(plan))
    let kinds = Kinds.all.map(\.name).filter { name in plan.steps.contains { $0.address.kind == name } }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>thunderid-apply: \(summary)</title>
      <style>\(HTMLStyle.sheet)\(HTMLStyle.filters(kinds: kinds))</style>
      </head>
      <body>
      \(inputs(kinds))
      <header><h1>thunderid-apply</h1><p>\(summary)</p><p class="quiet">\(text(plan.server))</p></header>
      <main>
      \(tiles(plan, isDrift: isDrift))
      \(messages(plan, causes))
      \(plan.steps.isEmpty ? "" : bar(kinds))
      \(plan.steps.map { section($0, causes) }.joined(separator: "\n"))
      \(isDrift ? "" : OrderGraph.render(plan.steps))
      </main>
      </body>
      </html>

      """
  }

  private static func text(_ value: String) -> String { HTMLText.escaped(VisibleText.escaped(value)) }

  private static func tiles(_ plan: Plan, isDrift: Bool) -> String {
    let counts = plan.summary
    var tiles = [
      ("create", counts.add, isDrift ? "missing" : "to add"),
      ("update", counts.change, isDrift ? "changed" : "to change"),
      ("delete", counts.destroy, isDrift ? "unwanted" : "to destroy"),
      ("same", counts.unchanged, isDrift ? "as declared" : "unchanged"),
    ]
    if !isDrift { tiles.append(("refused", plan.refusals.count, "refused")) }
    return "<div class=\"tiles\">"
      + tiles.map { "<div class=\"tile \($0.0)\"><b>\($0.1)</b><span>\($0.2)</span></div>" }.joined() + "</div>"
  }

  private static func messages(_ plan: Plan, _ causes: DriftCauses?) -> String {
    (causes.map { "<p>\(text(DriftText.summary($0.counts(plan))))</p>\n" } ?? "")
      + plan.warnings.map { "<p class=\"message\">Warning: \(text($0.message))</p>" }.joined(separator: "\n")
      + plan.refusals.map { "<p class=\"message\">Refused: \(text($0.description))</p>" }.joined(separator: "\n")
  }

  /// Check boxes ahead of everything, which the style sheet's sibling rules read: the page has no script.
  private static func inputs(_ kinds: [String]) -> String {
    (Step.Action.allCases.map { ("a-\($0.rawValue)") } + kinds.map { "k-\($0)" }).map {
      "<input type=\"checkbox\" class=\"filter\" id=\"\($0)\" checked>"
    }.joined()
  }

  private static func bar(_ kinds: [String]) -> String {
    let labels = Step.Action.allCases.map { ("a-\($0.rawValue)", ValueText.verb($0)) } + kinds.map { ("k-\($0)", $0) }
    return "<nav aria-label=\"filter\">Show: "
      + labels.map { "<label for=\"\($0.0)\" class=\"\($0.0)\">\($0.1)</label>" }.joined(separator: " ") + "</nav>"
  }

  private static func section(_ step: Step, _ causes: DriftCauses?) -> String {
    var rows = step.changes.map { change in
      let (before, after) = ValueText.sides(change)
      let reason = step.action == .update ? causes?.finding(change, of: step).map(DriftText.reason) : nil
      return "<tr><th scope=\"row\">\(text(change.path.description))</th>"
        + "<td class=\"\(change.before == nil ? "quiet" : "before")\">\(text(before))</td>"
        + "<td class=\"\(change.after == nil ? "quiet" : "after")\">\(text(after))"
        + (reason.map { "<div class=\"quiet\">\(text($0))</div>" } ?? "") + "</td></tr>"
    }.joined()
    rows += step.secretNotes.map {
      "<tr><th scope=\"row\">\(text($0.path.description))</th><td colspan=\"2\">\(Secret.mask), \($0.fate.rawValue)</td></tr>"
    }.joined()
    let isWhole = step.action != .update || step.changes.isEmpty
    let cause = isWhole ? causes?.cause(of: step)?.words : nil
    let notes = ([cause].compactMap { $0 } + step.notes).map { "<p class=\"note quiet\">\(text($0))</p>" }.joined()
    let needs =
      step.dependsOn.isEmpty
      ? "" : " <span class=\"quiet\">after \(text(step.dependsOn.joined(separator: ", ")))</span>"
    let table =
      rows.isEmpty
      ? "" : "<table><thead><tr><th>field</th><th>before</th><th>after</th></tr></thead><tbody>\(rows)</tbody></table>"
    return """
      <details open class="step \(step.action.rawValue) k-\(text(step.address.kind))" id="\(text(step.id))">
      <summary><span class="mark">\(ValueText.symbol(step.action))</span> \(text(step.address.description))\
      <span class="quiet"> \(ValueText.verb(step.action)), \(text(step.id))</span>\(needs)</summary>
      \(table)\(notes)</details>
      """
  }
}
