import ThunderID
import ThunderIDPlan

/// `schema`: prints the JSON Schema of what the tool reads and writes.
enum SchemaCommand {
  static let names = JSONSchemas.names + ["config"]

  static let spec = CommandSpec(
    "schema", operands: names.joined(separator: "|"), summary: "print a JSON Schema",
    details: "For programs that read --json and --json-events, and for YAML editors that complete manifests and "
      + "profiles.", flags: []
  ) { invocation in
    let names = names.joined(separator: ", ")
    guard let name = invocation.options.operands.first, invocation.options.operands.count == 1 else {
      throw UsageError(description: "which schema?", hint: "one of: \(names)")
    }
    guard let schema = named(name) else {
      throw UsageError(description: "there is no schema '\(name)'", hint: "one of: \(names)")
    }
    try invocation.output.result(schema, text: schema.text(.pretty) + "\n")
    return .done
  }

  /// The schema of that name; nil where there is none.
  static func named(_ name: String) -> JSONValue? {
    name == "config" ? ConfigSchema.document : JSONSchemas.named(name)
  }
}
