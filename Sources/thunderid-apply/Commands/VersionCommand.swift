import ThunderIDPlan

/// `version`: which tool this is.
enum VersionCommand {
  static let spec = CommandSpec("version", summary: "print the version", flags: []) { invocation in
    if invocation.output.isJSON {
      invocation.output.print(["name": "thunderid-apply", "version": .string(Version.number)])
    } else {
      invocation.output.print("thunderid-apply \(Version.number)\n")
    }
    return .done
  }
}
