import ThunderID

/// A plan for people, in the words and signs that they know from other tools.
package struct PlanText {
  /// What the reader is told the plan for.
  package enum Purpose: Sendable {
    /// What will happen.
    case plan
    /// Where the server is not as declared; nothing will happen.
    case drift
    /// What will happen to undo a run.
    case rollback
    /// What a run that stopped has still to do.
    case resume
  }

  private let purpose: Purpose
  private let style: TextStyle
  /// The width of the terminal that values are cut to; nil shows all of them.
  private let columns: Int?
  /// Why there are differences, where that was asked for.
  private let causes: DriftCauses?

  package init(style: TextStyle, purpose: Purpose = .plan, columns: Int? = nil, causes: DriftCauses? = nil) {
    self.purpose = purpose
    self.style = style
    self.columns = columns
    self.causes = causes
  }

  package func render(_ plan: Plan) -> String {
    var out = DiagnosticText.render(plan.warnings, style: style)
    for refusal in plan.refusals { out += style.yellow("refused: ") + VisibleText.escaped(refusal.description) + "\n" }
    if !plan.unmanaged.isEmpty {
      out += "On the server and not declared (\(plan.unmanaged.count)):\n"
      out += plan.unmanaged.map { "    \(VisibleText.escaped($0.description))\n" }.joined() + "\n"
    }
    guard !plan.steps.isEmpty else {
      if let known = plan.known, known.accepted > 0 || !known.gone.isEmpty {
        return out + "\(style.bold(ValueText.driftSummary(plan)))\n"
      }
      let count = plan.unchanged
      if purpose == .rollback {
        let what = plan.warnings.isEmpty ? "Nothing to undo" : "Nothing else to undo"
        return out
          + "\(style.green(what + "."))\(plan.warnings.isEmpty ? " What the run changed is as it was before it." : "")\n"
      }
      if purpose == .resume {
        return out
          + "\(style.green("Nothing to go on with.")) All that the run could do was done (\(count) \(count == 1 ? "step" : "steps")).\n"
      }
      return out
        + "\(style.green("No changes.")) The server matches the manifest (\(count) \(count == 1 ? "resource" : "resources") checked).\n"
    }
    out += legend(plan)
    let steps = plan.steps.map(render).joined()
    out += steps
    if columns != nil, steps != plan.steps.map(PlanText(style: style, purpose: purpose, causes: causes).render).joined()
    {
      out +=
        "\n" + style.faint("Long values are cut to the width of the terminal; --full-values shows all of them.") + "\n"
    }
    if let causes { out += "\n" + DriftText.summary(causes.counts(plan)) + "\n" }
    return out + "\n" + style.bold(purpose == .drift ? ValueText.driftSummary(plan) : ValueText.summary(plan)) + "\n"
  }

  private func legend(_ plan: Plan) -> String {
    let server = VisibleText.escaped(plan.server)
    guard purpose != .drift else { return "\(server) is not what the manifest declares (live -> declared):\n" }
    let words: [(Step.Action, String)] = [(.create, "create"), (.update, "update in-place"), (.delete, "destroy")]
    let used = words.filter { word in plan.steps.contains { $0.action == word.0 } }
    return "thunderid-apply will perform these actions on \(server):\n"
      + used.map { "  \(style.symbol($0.0)) \($0.1)\n" }.joined()
  }

  private func render(_ step: Step) -> String {
    let address = VisibleText.escaped(step.address.description)
    var out = "\n  # \(style.bold(address)) \(verb(step.action))\n"
    out += "  \(style.symbol(step.action)) \(address)"
    out += step.liveID.map { style.faint(" (id \(VisibleText.escaped($0)))") } ?? ""
    out += "\n"
    var width = width(step.changes.map(\.path))
    if let cause = causes?.cause(of: step), step.action != .update || step.changes.isEmpty {
      out += "      \(style.faint("# " + cause.words))\n"
    }
    for change in step.changes {
      out += line(change, width: width, isNew: step.action == .create)
      if step.action == .update, let finding = causes?.finding(change, of: step) {
        out.removeLast()
        out += "  \(style.faint("# " + DriftText.reason(finding)))\n"
      }
    }
    width = self.width(step.secretNotes.map(\.path))
    for note in step.secretNotes {
      out +=
        "      \(style.faint("#")) \(label(note.path, width)) = \(Secret.mask) \(style.faint("# " + note.fate.rawValue))\n"
    }
    for note in step.notes { out += "      \(style.faint("# " + VisibleText.escaped(note)))\n" }
    return out
  }

  /// A long list as what goes and what comes.
  private func block(_ difference: ListDifference) -> String {
    let lines =
      difference.removed.map { "          \(style.red("-")) \(value($0, after: 12))\n" }
      + difference.added.map { "          \(style.green("+")) \(value($0, after: 12))\n" }
    let rest = difference.unchanged == 0 ? "" : "            \(style.faint("# \(difference.unchanged) unchanged"))\n"
    return "[\n" + lines.joined() + rest + "        ]\n"
  }

  private func verb(_ action: Step.Action) -> String {
    switch (purpose, action) {
    case (.drift, .create): "is missing"
    case (.drift, .update): "has drifted"
    case (.drift, .delete): "should not be there"
    case (_, .create): "will be created"
    case (_, .update): "will be updated in-place"
    case (_, .delete): "will be destroyed"
    }
  }

  private func line(_ change: FieldChange, width: Int, isNew: Bool) -> String {
    let label = label(change.path, width)
    if change.isSensitive {
      return "      \(isNew ? style.green("+") : style.yellow("~")) \(label) = \(Secret.mask)\n"
    }
    // Indentation, sign, name and "=".
    let used = 11 + VisibleText.width(label)
    switch (change.before, change.after) {
    case (nil, let after?): return "      \(style.green("+")) \(label) = \(value(after, after: used))\n"
    case (let before?, nil):
      return "      \(style.red("-")) \(label) = \(value(before, after: used + " -> null".count)) -> null\n"
    case (let before, let after):
      let head = "      \(style.yellow("~")) \(label) = "
      if let difference = ListDifference(before, after) { return head + block(difference) }
      var sides = (before: ValueText.text(before ?? .null), after: ValueText.text(after ?? .null))
      if let columns { sides = ValueShortening.cut(sides.before, sides.after, to: columns - used - " -> ".count) }
      return head + "\(sides.before) -> \(sides.after)\n"
    }
  }

  /// The width of a column of names; a very long one may stick out.
  private func width(_ paths: [JSONPointer]) -> Int { min(paths.map { VisibleText.width(name($0)) }.max() ?? 0, 60) }

  private func label(_ pointer: JSONPointer, _ width: Int) -> String {
    let name = name(pointer)
    return name + String(repeating: " ", count: max(0, width - VisibleText.width(name)))
  }

  /// A pointer as people write paths: `inboundAuthConfig[0].config.scopes`.
  private func name(_ pointer: JSONPointer) -> String {
    var out = ""
    for token in pointer.tokens {
      if Int(token) != nil {
        out += "[\(token)]"
      } else {
        out += (out.isEmpty ? "" : ".") + VisibleText.escaped(token)
      }
    }
    return out
  }

  /// A value in what so many columns ahead of it leave of the line.
  private func value(_ value: JSONValue, after used: Int) -> String {
    let text = ValueText.text(value)
    return columns.map { ValueShortening.cut(text, to: $0 - used) } ?? text
  }
}
