import Foundation
import ThunderID
import ThunderIDPlan

/// Tells people, or programs, what a run does while it does it.
final class RunWatcher {
  private let output: Output
  private var style: TextStyle { output.noteStyle }
  private let isJSONEvents: Bool
  private let total: Int
  /// What was not done, one line each, for the list at the end.
  private var troubles: [String] = []
  private let progress: ProgressDisplay
  private var done = 0
  private var failed = 0

  init(_ output: Output, _ progress: ProgressDisplay, isJSONEvents: Bool, total: Int) {
    self.progress = progress
    progress.begin("Applying", total: total)
    self.output = output
    self.isJSONEvents = isJSONEvents
    self.total = total
  }

  func saw(_ event: ExecutionEvent) {
    count(event)
    if isJSONEvents { return EventLine.print(event) }
    guard !output.isJSON else { return }
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
  func summarise(_ report: ExecutionReport, remaining: Plan?, isTermination: Bool) {
    if isJSONEvents || output.isJSON {
      let document = EventLine.summary(report, remaining: remaining)
      if isJSONEvents { EventLine.print(document) } else { output.print(.object(document)) }
      return
    }
    let counts = "Resources: \(report.added) added, \(report.changed) changed, \(report.destroyed) destroyed."
    let isWhole = report.failed == 0 && report.skipped == 0 && report.stale == 0 && report.stopped == nil
    if isWhole {
      output.print("\n" + output.style.green("Apply complete!") + " \(counts)\n")
    } else {
      output.print(
        "\nApply incomplete. \(counts) \(report.failed) failed, \(report.skipped) skipped, \(report.stale) stale.\n")
    }
    if !troubles.isEmpty {
      output.note("Not done:\n" + troubles.prefix(DiagnosticText.most).map { "  \($0)\n" }.joined().dropLast())
      if troubles.count > DiagnosticText.most { output.note("  … and \(troubles.count - DiagnosticText.most) more") }
    }
    output.note("Run \(report.runID), journal \(report.journalPath)")
    if !isWhole || report.stopped != nil {
      if let stop = report.stopped { output.note(style.red("stopped: ") + VisibleText.escaped(EventLine.text(stop))) }
      output.note("Go on with:   thunderid-apply apply --resume \(report.runID)")
      output.note("Or undo with: thunderid-apply rollback \(report.runID)")
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

/// Events as lines of JSON.
enum EventLine {
  static func print(_ event: JSONObject) {
    var event = event
    event["time"] = .string(Date().formatted(.iso8601))
    Output.write(VisibleText.escaped(json: JSONValue.object(event).text()) + "\n", to: 1)
  }

  static func print(_ event: ExecutionEvent) {
    switch event {
    case .started(let step): print(members("step_started", step, []))
    case .done(let step, let id, let seconds, let note):
      print(
        members(
          "step_done", step,
          [
            ("id", id.map { .string($0) } ?? .null),
            ("seconds", JSONNumber(String((seconds * 1000).rounded() / 1000)).map { .number($0) } ?? .null),
            ("note", note.map { .string($0) } ?? .null),
          ]))
    case .failed(let step, let message): print(members("step_failed", step, [("message", .string(message))]))
    case .skipped(let step, let reason): print(members("step_skipped", step, [("message", .string(reason))]))
    case .stale(let step, let reason): print(members("step_stale", step, [("message", .string(reason))]))
    case .secretDelivered(let address, let name, let path):
      print(
        JSONObject([
          ("type", "secret_delivered"), ("address", .string(address.description)), ("name", .string(name)),
          ("path", .string(path)),
        ]))
    }
  }

  private static func members(_ type: String, _ step: Step, _ more: [(String, JSONValue)]) -> JSONObject {
    JSONObject(
      [
        ("type", .string(type)), ("step", .string(step.id)), ("address", .string(step.address.description)),
        ("action", .string(step.action.rawValue)),
      ] + more)
  }

  static func summary(_ report: ExecutionReport, remaining: Plan?) -> JSONObject {
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    return JSONObject([
      ("type", "summary"), ("added", number(report.added)), ("changed", number(report.changed)),
      ("destroyed", number(report.destroyed)), ("failed", number(report.failed)), ("skipped", number(report.skipped)),
      ("stale", number(report.stale)), ("exitCode", number(Int(report.exitCode.rawValue))),
      ("run", .string(report.runID)), ("journal", .string(report.journalPath)),
      ("secrets", report.secretsPath.map { .string($0) } ?? .null),
      ("stopped", report.stopped.map { .string(text($0)) } ?? .null),
      ("remaining", .array((remaining?.steps ?? []).map { .object(PlanJSON.step($0)) })),
    ])
  }

  static func text(_ stop: ExecutionReport.Stop) -> String {
    switch stop {
    case .interrupted: "interrupted"
    case .notAllowed(let message): "the server does not allow it: \(message)"
    case .unreachable(let message): "the server can't be reached: \(message)"
    case .journal(let message): "the journal can't be written: \(message)"
    }
  }
}
