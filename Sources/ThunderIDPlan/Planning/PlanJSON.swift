import ThunderID

/// A plan as JSON for programs: what `--json` prints and `schema plan` describes. Holds no secret.
package enum PlanJSON {
  /// Raised when a reader of an older version would misunderstand.
  package static let formatVersion = 1

  /// The document.
  package static func document(_ plan: Plan) -> JSONObject {
    let summary = plan.summary
    let counts: JSONValue = [
      "add": .number(JSONNumber(summary.add)), "change": .number(JSONNumber(summary.change)),
      "destroy": .number(JSONNumber(summary.destroy)), "unchanged": .number(JSONNumber(summary.unchanged)),
    ]
    var document = JSONObject([
      ("formatVersion", .number(JSONNumber(formatVersion))), ("server", .string(plan.server)), ("summary", counts),
      ("steps", .array(plan.steps.map { .object(step($0)) })), ("refused", .array(plan.refusals.map(refusal))),
      ("warnings", .array(plan.warnings.map(diagnostic))),
    ])
    if !plan.unmanaged.isEmpty { document["unmanaged"] = .array(plan.unmanaged.map { .string($0.description) }) }
    return document
  }

  package static func step(_ step: Step) -> JSONObject {
    JSONObject([
      ("id", .string(step.id)),
      ("address", .string(step.address.description)),
      ("kind", .string(step.address.kind)),
      ("action", .string(step.action.rawValue)),
      ("changes", .array(step.changes.map(change))),
      (
        "secrets",
        .array(step.secretNotes.map { ["path": .string($0.path.description), "fate": .string($0.fate.rawValue)] })
      ),
      ("dependsOn", .array(step.dependsOn.map { .string($0) })),
      ("notes", .array(step.notes.map { .string($0) })),
      ("location", step.location.map { .string($0.description) } ?? .null),
    ])
  }

  private static func change(_ change: FieldChange) -> JSONValue {
    [
      "path": .string(change.path.description), "before": change.before ?? .null, "after": change.after ?? .null,
      "sensitive": .bool(change.isSensitive),
    ]
  }

  /// What a guard would not let pass, as it stands in `refused[]`.
  package static func refusal(_ refusal: GuardRefusal) -> JSONValue {
    [
      "address": refusal.address.map { .string($0.description) } ?? .null, "rule": .string(refusal.rule),
      "message": .string(refusal.message), "remedy": refusal.remedy.map { .string($0) } ?? .null,
    ]
  }

  /// A place as `{file, line, column}`.
  package static func location(_ location: SourceLocation) -> JSONValue {
    [
      "file": .string(location.file), "line": .number(JSONNumber(location.line)),
      "column": .number(JSONNumber(location.column)),
    ]
  }

  /// A diagnostic as it stands in `diagnostics[]`.
  package static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    var result = JSONObject()
    if let location = diagnostic.location {
      result["file"] = .string(location.file)
      result["line"] = .number(JSONNumber(location.line))
      result["column"] = .number(JSONNumber(location.column))
    }
    result["severity"] = .string(diagnostic.severity.rawValue)
    result["code"] = .string(diagnostic.code)
    result["message"] = .string(diagnostic.message)
    if let hint = diagnostic.hint { result["hint"] = .string(hint) }
    return .object(result)
  }
}
