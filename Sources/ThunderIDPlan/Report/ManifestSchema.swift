import ThunderID

/// The JSON Schema of manifests, made from the kinds' field rules: YAML editors complete and check by it.
enum ManifestSchema {
  static var document: JSONValue {
    var properties =
      ([
        "apiVersion": ["const": "thunderid-apply/v1"],
        "target": ["type": "object", "properties": ["server": ["type": "string"]]],
        "prune": [
          "type": "array",
          "items": [
            "type": "object", "required": ["kind"],
            "properties": [
              "kind": ["enum": .array(Kinds.all.map { .string($0.name) })], "ou": ["type": "string"],
              "type": ["type": "string"],
            ],
          ],
        ],
      ] as JSONObject)
    var defaults = JSONObject()
    for kind in Kinds.all {
      properties[kind.name] = ["type": ["array", "null"], "items": item(kind)]
      defaults[kind.name] = item(kind)
    }
    properties["defaults"] = ["type": "object", "properties": .object(defaults), "additionalProperties": false]
    let collections: JSONValue = ["type": "object", "properties": .object(properties), "additionalProperties": false]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thunderid-apply manifest",
      "anyOf": .array([collections] + Kinds.all.map(single)),
    ]
  }

  private static func single(_ kind: any Kind) -> JSONValue {
    item(kind).setting(["const": .string(kind.singular)], at: JSONPointer(["properties", "resource_type"]))
  }

  private static func item(_ kind: any Kind) -> JSONValue {
    var properties = members(kind.rules)
    properties["lifecycle"] = lifecycle
    return ["type": "object", "properties": .object(properties), "additionalProperties": false]
  }

  private static func members(_ rules: [FieldRule]) -> JSONObject {
    var properties = JSONObject()
    for rule in rules where !rule.traits.contains(.readOnly) {
      properties[rule.name] = schema(rule.shape).setting(.string(rule.doc), at: JSONPointer(["description"]))
    }
    return properties
  }

  private static func schema(_ shape: FieldRule.Shape) -> JSONValue {
    switch shape {
    // A scalar without quotes is text too where the field says text.
    case .text: ["type": ["string", "number", "boolean", "null"]]
    case .choice(let words):
      ["anyOf": [["enum": .array(words.map { .string($0) })], ["type": "string", "pattern": "\\$\\{"]]]
    case .integer: ["anyOf": [["type": ["integer", "null"]], ["type": "string", "pattern": "\\$\\{"]]]
    case .boolean: ["anyOf": [["type": ["boolean", "null"]], ["type": "string", "pattern": "\\$\\{"]]]
    case .free: [:]
    case .set(let inner), .list(let inner): ["type": ["array", "null"], "items": schema(inner)]
    case .keyed(let key, let rules):
      [
        "type": ["array", "null"],
        "items": [
          "type": "object", "required": [.string(key)], "properties": .object(members(rules)),
          "additionalProperties": false,
        ],
      ]
    case .object(let rules):
      ["type": ["object", "null"], "properties": .object(members(rules)), "additionalProperties": false]
    case .map(let inner): ["type": ["object", "null"], "additionalProperties": schema(inner)]
    }
  }

  private static let lifecycle: JSONValue = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "state": ["enum": .array(Lifecycle.State.allCases.map { .string($0.rawValue) })],
      "manage": ["enum": .array(Lifecycle.Manage.allCases.map { .string($0.rawValue) })],
      "preventDestroy": ["type": "boolean"],
      "ignoreChanges": ["type": "array", "items": ["type": "string", "pattern": "^/"]],
      "renamedFrom": ["type": "string"],
    ],
  ]
}
