import ThunderID

/// A plan as one page that needs nothing from elsewhere: summary, filters by kind and action, field differences and
/// the order of steps as a drawing. Every value is escaped; readable in light and dark.
package enum HTMLReport {
  package static func render(_ plan: Plan) -> String {
    let kinds = Kinds.all.map(\.name).filter { name in plan.steps.contains { $0.address.kind == name } }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>thunderid-apply: \(text(ValueText.summary(plan)))</title>
      <style>\(HTMLStyle.sheet)\(HTMLStyle.filters(kinds: kinds))</style>
      </head>
      <body>
      \(inputs(kinds))
      <header><h1>thunderid-apply</h1><p>\(text(ValueText.summary(plan)))</p><p class="quiet">\(text(plan.server))</p></header>
      <main>
      \(tiles(plan))
      \(messages(plan))
      \(plan.steps.isEmpty ? "" : bar(kinds))
      \(plan.steps.map(section).joined(separator: "\n"))
      \(OrderGraph.render(plan.steps))
      </main>
      </body>
      </html>

      """
  }

  private static func text(_ value: String) -> String { HTMLText.escaped(VisibleText.escaped(value)) }

  private static func tiles(_ plan: Plan) -> String {
    let counts = plan.summary
    let tiles = [
      ("create", counts.add, "to add"), ("update", counts.change, "to change"),
      ("delete", counts.destroy, "to destroy"),
      ("same", counts.unchanged, "unchanged"), ("refused", plan.refusals.count, "refused"),
    ]
    return "<div class=\"tiles\">"
      + tiles.map { "<div class=\"tile \($0.0)\"><b>\($0.1)</b><span>\($0.2)</span></div>" }.joined() + "</div>"
  }

  private static func messages(_ plan: Plan) -> String {
    plan.warnings.map { "<p class=\"message\">Warning: \(text($0.message))</p>" }.joined(separator: "\n")
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

  private static func section(_ step: Step) -> String {
    var rows = step.changes.map { change in
      let (before, after) = ValueText.sides(change)
      return "<tr><th scope=\"row\">\(text(change.path.description))</th><td class=\"before\">\(text(before))</td>"
        + "<td class=\"after\">\(text(after))</td></tr>"
    }.joined()
    rows += step.secretNotes.map {
      "<tr><th scope=\"row\">\(text($0.path.description))</th><td colspan=\"2\">\(Secret.mask), \($0.fate.rawValue)</td></tr>"
    }.joined()
    let notes = step.notes.map { "<p class=\"quiet\">\(text($0))</p>" }.joined()
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
