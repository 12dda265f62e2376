/// A plan as a comment for a pull request: the summary, and each step folded. Cut with an honest count where it would
/// be too long for a comment.
package enum MarkdownReport {
  /// GitHub takes 65,536 characters; some stay for what a wrapper adds.
  package static let sizeLimit = 60_000

  /// The comment.
  ///
  /// - Parameter causes: why there are differences, for a drift report that was asked for it.
  package static func render(
    _ plan: Plan, isDrift: Bool = false, causes: DriftCauses? = nil, sizeLimit: Int = sizeLimit
  ) -> String {
    let summary = isDrift ? ValueText.driftSummary(plan) : ValueText.summary(plan)
    var out = "### thunderid-apply\n\n**\(summary)**\n\nServer: \(code(plan.server))\n"
    if let causes { out += "\n\(DriftText.summary(causes.counts(plan)))\n" }
    for warning in plan.warnings { out += "\n> Warning: \(escaped(warning.message))\n" }
    for refusal in plan.refusals { out += "\n> Refused: \(escaped(refusal.description))\n" }
    var left = plan.steps.count
    for step in plan.steps {
      let part = "\n" + section(step, causes)
      if out.utf8.count + part.utf8.count > sizeLimit {
        out +=
          "\n… and \(left) more \(left == 1 ? "step" : "steps"), left out because this comment would be too long.\n"
        break
      }
      out += part
      left -= 1
    }
    return out
  }

  private static func section(_ step: Step, _ causes: DriftCauses?) -> String {
    let title = "\(ValueText.symbol(step.action)) \(ValueText.verb(step.action)) \(step.address)"
    var body = ""
    if !step.changes.isEmpty {
      let reasons = causes == nil || step.action != .update ? nil : causes
      body +=
        reasons == nil
        ? "\n| field | before | after |\n|---|---|---|\n" : "\n| field | before | after | why |\n|---|---|---|---|\n"
      for change in step.changes {
        let (before, after) = ValueText.sides(change)
        body += "| \(code(change.path.description)) | \(cell(before)) | \(cell(after)) |"
        if let reasons { body += " \(reasons.finding(change, of: step).map { escaped(DriftText.reason($0)) } ?? "") |" }
        body += "\n"
      }
    }
    if let cause = causes?.cause(of: step), step.action != .update || step.changes.isEmpty {
      body += "\n- \(cause.words)"
    }
    for note in step.secretNotes { body += "\n- \(code(note.path.description)): \(note.fate.rawValue)" }
    for note in step.notes { body += "\n- \(escaped(note))" }
    if body.isEmpty { return "- \(code(title))\n" }
    return "<details><summary><code>\(html(title))</code></summary>\n\(body)\n\n</details>\n"
  }

  private static func cell(_ text: String) -> String { code(ValueText.shortened(text, to: 500)) }

  /// A code span, in which nothing is a mark, a link or a mention; the fence is longer than any in the text.
  private static func code(_ text: String) -> String {
    // Tables end a cell at a bar even there, unless it is escaped; one that has a backslash already can't be.
    let text = VisibleText.escaped(text).replacing("\\|", with: "\\\\u{7c}").replacing("|", with: "\\|")
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let isPadded = text.isEmpty || text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ")
    return isPadded ? "\(fence) \(text) \(fence)" : fence + text + fence
  }

  private static func html(_ text: String) -> String { HTMLText.escaped(VisibleText.escaped(text)) }

  /// Prose: marks of Markdown lose their meaning, and nobody is mentioned.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in VisibleText.escaped(text) {
      if "\\`*_{}[]()#+-!|~&<>".contains(character) { out.append("\\") }
      out.append(character)
      // Neither a mention nor an address to write to.
      if character == "@" { out.append("\u{2060}") }
    }
    return out.replacing("://", with: "\\://").replacing("www.", with: "www\\.")
  }
}
