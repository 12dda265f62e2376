import Foundation
import ThunderIDPlan

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The command `thunderid-apply`.
@main
struct Main {
  static let commands: [CommandSpec] = [
    PlanCommand.spec, ApplyCommand.spec, DriftCommand.spec, RollbackCommand.spec, ValidateCommand.spec,
    ShowCommand.spec,
    WhoamiCommand.spec, SandboxCommand.spec, VersionCommand.spec,
  ]

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    Output.flush()
    exit(status.rawValue)
  }

  static func run(_ words: [String], environment: [String: String]) async -> ExitStatus {
    let plain = Output(isColored: false, isJSON: words.contains("--json"))
    guard let name = words.first, !["--help", "-h", "help"].contains(name) else {
      if words.first == "help", words.count > 1, let command = command(words[1]) {
        plain.print(Help.text(of: command))
        return .done
      }
      Output.write(Help.overview(commands), to: words.isEmpty ? 2 : 1)
      return words.isEmpty ? .usage : .done
    }
    if name == "--version" { return await run(["version"], environment: environment) }
    guard let command = command(name) else {
      let near = Spelling.nearest(to: name, in: commands.map(\.name))
      Failure(
        UsageError(
          description: "unknown command '\(name)'",
          hint: near.map { "did you mean '\($0)'?" } ?? "thunderid-apply --help lists the commands")
      ).report(to: plain)
      return .usage
    }
    return await run(command, Array(words.dropFirst()), environment, plain)
  }

  private static func command(_ name: String) -> CommandSpec? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }

  private static func run(
    _ command: CommandSpec, _ words: [String], _ environment: [String: String], _ plain: Output
  ) async -> ExitStatus {
    var output = plain
    do {
      if words.contains("--help") || words.contains("-h") {
        output.print(Help.text(of: command))
        return .done
      }
      let options = try Options(words, flags: command.flags, environment: environment)
      output = Output(options, environment: environment)
      let interruption = Interruption()
      interruption.watch()
      return try await command.run(
        Invocation(
          command: command.name, options: options, output: output, environment: environment, interruption: interruption)
      )
    } catch {
      let failure = Failure(error)
      failure.report(to: output)
      return failure.code
    }
  }
}
