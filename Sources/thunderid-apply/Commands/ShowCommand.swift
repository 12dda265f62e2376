import ThunderIDPlan

/// `show`: prints a saved plan.
enum ShowCommand {
  static let spec = CommandSpec(
    "show", operands: "PLAN", summary: "print a saved plan", details: "PLAN is a file that plan --out wrote.",
    flags: SharedFlags.reports
  ) { invocation in
    guard invocation.options.operands.count == 1, let path = invocation.options.operands.first else {
      throw UsageError(description: "which plan?", hint: "give one file that plan --out wrote")
    }
    let file = try SavedPlan.read(path)
    try PlanOutput.show(file.plan, invocation)
    return .done
  }
}

/// Saved plans on disk.
enum SavedPlan {
  /// The plan of a file, without its secrets.
  ///
  /// - Throws: `PlanFileError`, `ManifestFiles.Fault`.
  static func read(_ path: String) throws -> PlanFile {
    let bytes = try ManifestFiles.read(path)
    do {
      return try PlanFile(parsing: bytes) { _, _, origin in Secret("", origin: origin) }
    } catch let error as PlanFileError {
      throw PlanFileError(description: "\(path): \(error.description)")
    }
  }

  /// The plan with its secrets: variables are expanded anew, and what stands in the manifest itself is read from it,
  /// provided that it is the one that the plan was made of.
  static func readWithSecrets(_ path: String, _ invocation: Invocation) throws -> PlanFile {
    var file = try read(path)
    file.plan.steps = try SecretSource(
      digest: file.plan.manifestDigest, paths: file.paths, invocation: invocation
    ).resolve(file.plan.steps)
    return file
  }
}
