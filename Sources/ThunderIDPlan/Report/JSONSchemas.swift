import ThunderID

/// JSON Schemas (2020-12) of what the tool prints, from the same tables that it works by.
package enum JSONSchemas {
  package static let names = ["plan", "drift", "events", "summary", "error", "manifest"]

  /// The schema of that name.
  package static func named(_ name: String) -> JSONValue? {
    switch name {
    case "plan": head("thunderid-apply plan", plan)
    case "drift": head("thunderid-apply drift report", drift)
    case "events": events
    case "summary": head("thunderid-apply summary of a run", object(summaryMembers, required: summaryRequired))
    case "error": head("thunderid-apply failure", object(errorMembers, required: ["error"]))
    case "manifest": ManifestSchema.document
    default: nil
    }
  }

  /// A schema with its title before it.
  package static func head(_ title: String, _ schema: JSONValue) -> JSONValue {
    var members = JSONObject([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .string(title)),
    ])
    for (key, value) in schema.objectValue ?? JSONObject() { members[key] = value }
    return .object(members)
  }

  private static func object(_ properties: JSONObject, required: [String]) -> JSONValue {
    ["type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) })]
  }

  private static let text: JSONValue = ["type": "string"]
  private static let textOrNull: JSONValue = ["type": ["string", "null"]]
  private static let count: JSONValue = ["type": "integer", "minimum": 0]
  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }
  private static let action: JSONValue = ["enum": .array(Step.Action.allCases.map { .string($0.rawValue) })]

  /// A step of a plan, with what a document says of it beyond that.
  private static func step(more: JSONObject = [:], change: JSONObject = [:]) -> JSONValue {
    object(
      ([
        "id": text, "address": text, "kind": ["enum": .array(Kinds.all.map { .string($0.name) })],
        "action": action,
        "changes": list(
          object(
            ([
              "path": ["type": "string", "pattern": "^(/.*)?$"], "before": [:], "after": [:],
              "sensitive": ["type": "boolean"],
            ] as JSONObject).adding(change),
            required: ["path", "before", "after", "sensitive"])),
        "secrets": list(object((["path": text, "fate": text] as JSONObject), required: ["path", "fate"])),
        "dependsOn": list(text), "notes": list(text), "location": textOrNull,
      ] as JSONObject).adding(more), required: ["id", "address", "kind", "action", "changes", "dependsOn"])
  }

  private static let diagnostic: JSONValue = object(
    ([
      "file": text, "line": count, "column": count, "severity": ["enum": ["error", "warning"]], "code": text,
      "message": text, "hint": text,
    ] as JSONObject), required: ["severity", "code", "message"])

  private static let refused = list(
    object(
      (["address": textOrNull, "rule": text, "message": text, "remedy": textOrNull] as JSONObject),
      required: ["rule", "message"]))

  private static let planMembers: JSONObject = [
    "formatVersion": ["const": .number(JSONNumber(PlanJSON.formatVersion))], "server": text,
    "summary": object(
      (["add": count, "change": count, "destroy": count, "unchanged": count] as JSONObject),
      required: ["add", "change", "destroy", "unchanged"]),
    "steps": list(step()),
    "refused": refused,
    "warnings": list(diagnostic), "unmanaged": list(text),
  ]

  private static let planRequired = ["formatVersion", "server", "summary", "steps", "refused", "warnings"]
  private static let plan = object(planMembers, required: planRequired)

  private static let why: JSONValue = ["enum": .array(DriftCause.allCases.map { .string($0.rawValue) })]

  /// A plan that would heal the drift, and what was seen of it; `why` and `former` only with `--why`.
  private static let drift = object(
    planMembers.adding([
      "steps": list(step(more: ["why": why], change: ["why": why, "former": [:]])),
      "inSync": ["type": "boolean"], "lookedAt": text,
      "why": object(
        JSONObject(DriftCause.allCases.map { ($0.rawValue, count) }), required: DriftCause.allCases.map(\.rawValue)),
      "known": object(
        (["changed": count, "accepted": count, "gone": list(text)] as JSONObject),
        required: ["changed", "accepted", "gone"]),
    ]), required: planRequired + ["inSync", "lookedAt"])

  private static let exitCode: JSONValue = [
    "enum": .array(ExitCode.allCases.map { .number(JSONNumber(Int($0.rawValue))) })
  ]

  private static let summaryMembers: JSONObject = [
    "type": ["const": "summary"], "added": count, "changed": count, "destroyed": count, "failed": count,
    "skipped": count, "stale": count, "exitCode": exitCode, "run": textOrNull, "journal": textOrNull,
    "secrets": textOrNull, "stopped": textOrNull, "refused": refused, "remaining": list(step()),
  ]
  private static let summaryRequired = [
    "type", "added", "changed", "destroyed", "failed", "skipped", "stale", "exitCode", "run", "journal",
  ]

  private static let errorMembers: JSONObject = [
    "error": object(
      ([
        "code": ["enum": .array(ExitCode.allCases.map { .string($0.name) })], "exitCode": exitCode, "message": text,
        "hint": text, "status": count, "serverCode": text, "refused": refused,
      ] as JSONObject), required: ["code", "exitCode", "message"]),
    "diagnostics": list(diagnostic),
  ]

  private static let events: JSONValue = head(
    "thunderid-apply event, one a line",
    object(
      planMembers.adding(summaryMembers).adding(errorMembers).adding([
        "type": [
          "enum": [
            "plan", "step_started", "step_done", "step_failed", "step_skipped", "step_stale", "secret_delivered",
            "summary", "error",
          ]
        ],
        "time": text, "step": text, "address": text, "action": action, "message": text, "id": textOrNull,
        "seconds": ["type": ["number", "null"]], "note": textOrNull, "name": text, "path": text,
      ]), required: ["type", "time"]))
}

extension JSONObject {
  /// The object with those members beside or in the place of its own.
  fileprivate func adding(_ members: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in members { result[key] = value }
    return result
  }
}
