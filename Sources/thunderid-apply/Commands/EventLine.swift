import Foundation
import ThunderID
import ThunderIDPlan

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

  /// How a run ended, for programs: the last event, and the document of `--json`.
  static func summary(
    _ report: ExecutionReport, _ status: ExitStatus, refusals: [GuardRefusal], remaining: Plan?
  ) -> JSONObject {
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    return JSONObject([
      ("type", "summary"), ("added", number(report.added)), ("changed", number(report.changed)),
      ("destroyed", number(report.destroyed)), ("failed", number(report.failed)), ("skipped", number(report.skipped)),
      ("stale", number(report.stale)), ("exitCode", number(Int(status.rawValue))),
      ("run", report.runID.isEmpty ? .null : .string(report.runID)),
      ("journal", report.journalPath.isEmpty ? .null : .string(report.journalPath)),
      ("secrets", report.secretsPath.map { .string($0) } ?? .null),
      ("stopped", report.stopped.map { .string(text($0)) } ?? .null),
      ("refused", .array(refusals.map(PlanJSON.refusal))),
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
