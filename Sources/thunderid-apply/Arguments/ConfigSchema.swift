import ThunderID
import ThunderIDPlan

/// The JSON Schema of the file of profiles, made from the flags.
enum ConfigSchema {
  static var document: JSONValue {
    var settings = JSONObject()
    for flag in ConfigReader.settable {
      let schema = schema(flag).setting(.string(flag.help), at: JSONPointer(["description"]))
      for key in [flag.name, ConfigReader.camel(flag.name)] { settings[key] = schema }
    }
    let profile: JSONValue = [
      "type": ["object", "null"], "properties": .object(settings), "additionalProperties": false,
    ]
    let name: JSONValue = ["type": "string", "description": "the profile that counts where none is asked for"]
    return JSONSchemas.head(
      "thunderid-apply profiles (\(ConfigFile.name))",
      [
        "type": ["object", "null"], "additionalProperties": false,
        "properties": [
          "defaultProfile": name, "default-profile": name,
          "profiles": ["type": ["object", "null"], "additionalProperties": profile],
        ],
      ])
  }

  private static func schema(_ flag: Flag) -> JSONValue {
    let one = value(flag.value)
    return flag.isRepeatable ? ["anyOf": [one, ["type": "array", "items": one]]] : one
  }

  private static func value(_ value: Flag.Value) -> JSONValue {
    switch value {
    case .none: ["enum": [true, false, "true", "false", "yes", "no", "1", "0", 1, 0]]
    // A scalar without quotes is text too where the flag takes text.
    case .text: ["type": ["string", "number", "boolean"]]
    case .integer(let range):
      [
        "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
        "maximum": .number(JSONNumber(range.upperBound)),
      ]
    case .seconds: ["type": "number", "minimum": 0]
    case .choice(let words): ["enum": .array(words.map { .string($0) })]
    }
  }
}
