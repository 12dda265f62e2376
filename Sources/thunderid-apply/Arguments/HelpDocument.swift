import ThunderID
import ThunderIDPlan

/// What `--help` says as JSON, from the same tables, for those who make pages or wrappers of it.
enum HelpDocument {
  static func overview(_ commands: [CommandSpec]) -> JSONValue {
    [
      "name": "thunderid-apply", "version": .string(Version.number), "commands": .array(commands.map(document)),
      "exitCodes": .array(
        ExitCode.allCases.map { code in
          [
            "exitCode": .number(JSONNumber(Int(code.rawValue))), "code": .string(code.name),
            "meaning": .string(Help.meaning(of: code)),
          ]
        }),
    ]
  }

  static func document(of command: CommandSpec) -> JSONValue {
    [
      "name": .string(command.name), "aliases": .array(command.aliases.map { .string($0) }),
      "operands": .string(command.operands), "summary": .string(command.summary),
      "details": .string(command.details), "flags": .array(command.flags.map(flag)),
    ]
  }

  private static func flag(_ flag: Flag) -> JSONValue {
    [
      "name": .string(flag.name), "aliases": .array(flag.aliases.map { .string($0) }), "usage": .string(flag.usage),
      "takesValue": .bool(flag.takesValue), "isRepeatable": .bool(flag.isRepeatable),
      "variable": .string(flag.variable), "help": .string(flag.help),
    ]
  }
}
