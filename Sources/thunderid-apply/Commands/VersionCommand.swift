import ThunderIDPlan

/// `version`: which tool this is.
enum VersionCommand {
  static let spec = CommandSpec("version", summary: "print the version", flags: []) { invocation in
    try invocation.output.result(
      ["name": "thunderid-apply", "version": .string(Version.number)], text: "thunderid-apply \(Version.number)\n")
    return .done
  }
}
