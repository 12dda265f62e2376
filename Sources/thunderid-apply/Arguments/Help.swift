import ThunderIDPlan

/// The texts of `--help`, made from the tables.
enum Help {
  static func overview(_ commands: [CommandSpec]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { "  \(padded($0.name, width))  \($0.summary)" }.joined(separator: "\n")
    return """
      thunderid-apply makes a ThunderID server what YAML manifests declare.

      Usage: thunderid-apply COMMAND [FLAGS] [PATHS]

      Commands:
      \(list)

      Each command has its own --help. Every flag has an environment twin: --ca-file is THUNDERID_CA_FILE.

      \(exitCodes)

      """
  }

  static func text(of command: CommandSpec) -> String {
    var out = "thunderid-apply \(command.name): \(command.summary)\n\n"
    out += "Usage: thunderid-apply \(command.name) [FLAGS]\(command.operands.isEmpty ? "" : " " + command.operands)\n"
    if !command.aliases.isEmpty { out += "Also called: \(command.aliases.joined(separator: ", "))\n" }
    if !command.details.isEmpty { out += "\n\(command.details)\n" }
    let usages = command.flags.map { flag in flag.usage }
    let width = min(usages.map(\.count).max() ?? 0, 34)
    out += "\nFlags:\n"
    for (flag, usage) in zip(command.flags, usages) {
      let lines = wrapped(flag.help, to: 76 - width)
      out +=
        "  " + padded(usage, width) + "  " + (usage.count > width ? "\n" + padded("", width + 4) : "") + lines[0] + "\n"
      for line in lines.dropFirst() { out += padded("", width + 4) + line + "\n" }
    }
    return out + "\n" + exitCodes + "\n"
  }

  static let exitCodes = """
    Exit codes:
      0 done, or in sync                           6 not signed in or allowed
      1 error                                      7 server unreachable
      2 changes: drift, plan --detailed-exitcode   8 manifest invalid
      3 partly applied                            64 usage
      4 stale                                    130 interrupted
      5 refused by a guard, or not approved      143 terminated
    """

  /// What an exit code means, in the words of the table above.
  static func meaning(of code: ExitCode) -> String {
    switch code {
    case .done: "done, or in sync"
    case .error: "error"
    case .changes: "changes: drift, plan --detailed-exitcode"
    case .partlyApplied: "partly applied"
    case .stale: "stale"
    case .refused: "refused by a guard, or not approved"
    case .notAllowed: "not signed in or allowed"
    case .unreachable: "server unreachable"
    case .manifestInvalid: "manifest invalid"
    case .usage: "usage"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count + 1 > max(20, width) { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}
