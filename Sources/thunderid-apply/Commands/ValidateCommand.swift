import ThunderID
import ThunderIDPlan

/// `validate`: checks manifests without a server.
enum ValidateCommand {
  static let spec = CommandSpec(
    "validate", operands: "PATH...", summary: "check manifests, without a server",
    details: "What only the server knows, such as the attributes of a user type, is checked by plan.",
    flags: [
      Flag("sarif", .text("FILE"), "write the diagnostics as SARIF, for code hosts"),
      Flag("base", .text("PATH"), repeatable: true, "an older manifest to check too"),
    ] + SharedFlags.variables
  ) { invocation in
    let sarif = invocation.options["sarif"]
    do {
      let manifest = try invocation.manifest()
      if let sarif { try write([], sarif) }
      let count = manifest.resources.count
      try invocation.output.result(
        ["valid": true, "resources": .number(JSONNumber(count)), "diagnostics": []],
        text: "Valid: \(count) \(count == 1 ? "resource" : "resources").\n")
      return .done
    } catch let errors as ManifestErrors {
      if let sarif { try write(errors.diagnostics, sarif) }
      throw errors
    }
  }

  private static func write(_ diagnostics: [Diagnostic], _ path: String) throws {
    try PlanOutput.write(SARIFReport.render(diagnostics, toolVersion: Version.number).text(.pretty) + "\n", path)
  }
}
