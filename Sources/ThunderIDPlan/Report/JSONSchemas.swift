import ThunderID

/// JSON Schemas (2020-12) of what the tool prints, from the same tables that it works by.
package enum JSONSchemas {
  package static let names = ["plan", "events", "manifest"]

  /// The schema of that name.
  package static func named(_ name: String) -> JSONValue? {
    switch name {
    case "plan": plan
    case "events": events
    case "manifest": ManifestSchema.document
    default: nil
    }
  }

  private static func object(_ properties: JSONObject, required: [String]) -> JSONValue {
    ["type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) })]
  }

  private static func head(_ title: String, _ schema: JSONValue) -> JSONValue {
    var members =
      ([
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      ] as JSONObject)
    for (key, value) in schema.objectValue ?? JSONObject() { members[key] = value }
    return .object(members)
  }

  private static let text: JSONValue = ["type": "string"]
  private static let textOrNull: JSONValue = ["type": ["string", "null"]]
  private static let count: JSONValue = ["type": "integer", "minimum": 0]
  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }
  private static let action: JSONValue = ["enum": .array(Step.Action.allCases.map { .string($0.rawValue) })]

  static let step: JSONValue = object(
    ([
      "id": text, "address": text, "kind": ["enum": .array(Kinds.all.map { .string($0.name) })],
      "action": action,
      "changes": list(
        object(
          ([
            "path": ["type": "string", "pattern": "^(/.*)?$"], "before": [:], "after": [:],
            "sensitive": ["type": "boolean"],
          ] as JSONObject),
          required: ["path", "before", "after", "sensitive"])),
      "secrets": list(object((["path": text, "fate": text] as JSONObject), required: ["path", "fate"])),
      "dependsOn": list(text), "notes": list(text), "location": textOrNull,
    ] as JSONObject), required: ["id", "address", "kind", "action", "changes", "dependsOn"])

  private static let diagnostic: JSONValue = object(
    ([
      "file": text, "line": count, "column": count, "severity": ["enum": ["error", "warning"]], "code": text,
      "message": text, "hint": text,
    ] as JSONObject), required: ["severity", "code", "message"])

  private static let plan: JSONValue = head(
    "thunderid-apply plan",
    object(
      ([
        "formatVersion": ["const": .number(JSONNumber(PlanJSON.formatVersion))], "server": text,
        "summary": object(
          (["add": count, "change": count, "destroy": count, "unchanged": count] as JSONObject),
          required: ["add", "change", "destroy", "unchanged"]),
        "steps": list(step),
        "refused": list(
          object(
            (["address": textOrNull, "rule": text, "message": text, "remedy": textOrNull] as JSONObject),
            required: ["rule", "message"])),
        "warnings": list(diagnostic), "unmanaged": list(text),
      ] as JSONObject), required: ["formatVersion", "server", "summary", "steps", "refused", "warnings"]))

  private static let events: JSONValue = head(
    "thunderid-apply event, one a line",
    object(
      ([
        "type": [
          "enum": [
            "plan", "step_started", "step_done", "step_failed", "step_skipped", "step_stale", "secret_delivered",
            "summary",
          ]
        ],
        "time": text, "step": text, "address": text, "action": action, "message": text, "id": textOrNull,
        "seconds": ["type": ["number", "null"]], "added": count, "changed": count, "destroyed": count,
        "failed": count, "skipped": count, "stale": count, "exitCode": count,
      ] as JSONObject), required: ["type", "time"]))
}
