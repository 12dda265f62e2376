import Foundation
import ThunderIDPlan

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// The command `thunderid-apply`.
@main
struct Main {
  static let commands: [CommandSpec] = [
    PlanCommand.spec, ApplyCommand.spec, DriftCommand.spec, RollbackCommand.spec, ValidateCommand.spec,
    ShowCommand.spec,
    WhoamiCommand.spec, DoctorCommand.spec, SandboxCommand.spec, SchemaCommand.spec, CompletionCommand.spec,
    ManCommand.spec, VersionCommand.spec,
  ]

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    Output.flush()
    exit(status.rawValue)
  }

  static func run(_ words: [String], environment: [String: String]) async -> ExitStatus {
    let plain = Output(isJSON: words.contains("--json"))
    guard let name = words.first else {
      Output.write(Help.overview(commands), to: 2)
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "help": return help(on: rest, plain)
    case "--help", "-h": return help(on: [], plain)
    case CompletionCommand.question:
      plain.print(CompletionCommand.answer(rest, environment: environment))
      return .done
    case "--version", "-version": return await run(["version"] + rest, environment: environment)
    default: break
    }
    guard let command = command(name) else {
      fail(unknown(name), plain)
      return .usage
    }
    return await run(command, rest, environment, plain)
  }

  private static func help(on words: [String], _ output: Output) -> ExitStatus {
    guard let name = words.first(where: { !$0.hasPrefix("-") }) else {
      output.print(Help.overview(commands))
      return .done
    }
    guard let command = command(name) else {
      fail(unknown(name), output)
      return .usage
    }
    output.print(Help.text(of: command))
    return .done
  }

  private static func unknown(_ name: String) -> UsageError {
    if name.hasPrefix("-") {
      return UsageError(
        description: "\(name.prefix { $0 != "=" }) stands before the command",
        hint: "the command comes first: thunderid-apply COMMAND [FLAGS] [PATHS]")
    }
    let near = Spelling.nearest(to: name, in: commands.flatMap { [$0.name] + $0.aliases } + ["help"])
    return UsageError(
      description: "unknown command '\(name)'",
      hint: near.map { "did you mean '\($0)'?" } ?? "thunderid-apply --help lists the commands")
  }

  private static func fail(_ error: any Error, _ output: Output) { Failure(error).report(to: output) }

  private static func command(_ name: String) -> CommandSpec? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }

  private static func run(
    _ command: CommandSpec, _ words: [String], _ environment: [String: String], _ plain: Output
  ) async -> ExitStatus {
    var output = plain
    do {
      if words.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-help", "-h"].contains($0) }) {
        output.print(Help.text(of: command))
        return .done
      }
      let options = try options(words, of: command, environment)
      output = Output(options, environment: environment)
      try command.checkOperands(options.operands)
      let interruption = Interruption()
      interruption.watch()
      return try await command.run(
        Invocation(
          command: command.name, options: options, output: output, environment: environment,
          interruption: interruption, progress: ProgressDisplay(environment: environment))
      )
    } catch {
      let failure = Failure(error)
      failure.report(to: output)
      return failure.code
    }
  }

  /// Flag, environment, profile: which profile it is only the first two can say.
  private static func options(
    _ words: [String], of command: CommandSpec, _ environment: [String: String]
  ) throws -> Options {
    let sources = [OptionSource.environment(environment)]
    let options = try Options(words, flags: command.flags, sources: sources)
    guard command.readsConfig, let profile = try ConfigFile.profile(for: options) else { return options }
    return try Options(words, flags: command.flags, sources: sources + [profile.source])
  }
}
