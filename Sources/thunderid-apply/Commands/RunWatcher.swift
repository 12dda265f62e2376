import Foundation
import ThunderID
import ThunderIDPlan

/// Tells people, or programs, what a run does while it does it.
final class RunWatcher {
  private let output: Output
  private var style: TextStyle { output.noteStyle }
  private let total: Int
  /// `apply` or `rollback`.
  private let command: String
  /// Whether the run is undone at once where it fails, so that there is no way on to tell.
  private let undoesItself: Bool
  /// What was not done, one line each, for the list at the end.
  private var troubles: [String] = []
  private let progress: ProgressDisplay
  private var done = 0
  private var failed = 0

  init(_ output: Output, _ progress: ProgressDisplay, total: Int, command: String, undoesItself: Bool = false) {
    self.undoesItself = undoesItself
    self.progress = progress
    self.command = command
    progress.begin(command == "rollback" ? "Undoing" : "Applying", total: total)
    self.output = output
    self.total = total
  }

  func saw(_ event: ExecutionEvent) {
    count(event)
    if output.format == .events { return EventLine.print(event) }
    guard output.format == .text else { return }
    switch event {
    case .started(let step):
      let word =
        switch step.action {
        case .create: "Creating..."
        case .update: "Modifying..."
        case .delete: "Destroying..."
        }
      say(step, word)
    case .done(let step, let id, _, let note):
      let word =
        switch step.action {
        case .create: "Creation complete"
        case .update: "Modifications complete"
        case .delete: "Destruction complete"
        }
      say(step, word + (id.map { " (id \($0))" } ?? "") + (note.map { "; \($0)" } ?? ""))
    case .failed(let step, let message): complain(step, style.red("failed: "), message)
    case .skipped(let step, let reason): complain(step, style.yellow("skipped: "), reason)
    case .stale(let step, let reason): complain(step, style.yellow("stale: "), reason)
    case .secretDelivered(let address, let name, let path):
      output.note("\(VisibleText.escaped(address.description)): \(name) written to \(path) (mode 0600)")
    }
  }

  private func count(_ event: ExecutionEvent) {
    switch event {
    case .started, .secretDelivered: return
    case .done: done += 1
    case .failed, .skipped, .stale:
      done += 1
      failed += 1
    }
    progress.reached(done, failed: failed)
  }

  private func say(_ step: Step, _ text: String) {
    output.print("\(output.style.bold(VisibleText.escaped(step.address.description))): \(VisibleText.escaped(text))\n")
  }

  private func complain(_ step: Step, _ word: String, _ reason: String) {
    let line = "\(style.bold(VisibleText.escaped(step.address.description))): \(word)\(VisibleText.escaped(reason))"
    output.note(line)
    troubles.append(line)
  }

  /// The end of a run: what was done, what was not, and where to go from there.
  func summarise(_ report: ExecutionReport, _ status: ExitStatus, refusals: [GuardRefusal], remaining: Plan?) {
    output.outcome(
      EventLine.summary(report, status, refusals: refusals, remaining: remaining), event: "summary")
    guard output.format == .text else { return }
    let counts = "Resources: \(report.added) added, \(report.changed) changed, \(report.destroyed) destroyed."
    let isWhole = report.failed == 0 && report.skipped == 0 && report.stale == 0 && report.stopped == nil
    let word = command == "rollback" ? "Rollback" : "Apply"
    if isWhole {
      output.print("\n" + output.style.green("\(word) complete!") + " \(counts)\n")
    } else {
      output.print(
        "\n\(word) incomplete. \(counts) \(report.failed) failed, \(report.skipped) skipped, \(report.stale) stale.\n")
    }
    if !troubles.isEmpty {
      output.note("Not done:\n" + troubles.prefix(DiagnosticText.most).map { "  \($0)\n" }.joined().dropLast())
      if troubles.count > DiagnosticText.most { output.note("  … and \(troubles.count - DiagnosticText.most) more") }
    }
    output.note("Run \(report.runID), journal \(report.journalPath)")
    if !isWhole || report.stopped != nil {
      if let stop = report.stopped { output.note(style.red("stopped: ") + VisibleText.escaped(EventLine.text(stop))) }
      guard !undoesItself || report.stopped == .interrupted else { return }
      output.note("Go on with:   thunderid-apply apply --resume \(report.runID)")
      // To undo a half undone undoing would bring back what nobody wants.
      if command != "rollback" { output.note("Or undo with: thunderid-apply rollback \(report.runID)") }
    }
    for step in remaining?.steps ?? [] {
      let fields = step.changes.map { VisibleText.escaped($0.path.description) }.joined(separator: ", ")
      output.note(
        style.yellow("warning: ")
          + "\(VisibleText.escaped(step.address.description)) still differs: the server changed \(fields.isEmpty ? "it" : fields)"
      )
    }
  }
}
