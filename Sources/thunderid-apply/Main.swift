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
    openClosedStreams()
    if CommandLine.arguments.dropFirst().first != SandboxCommand.spec.name { Memory.prepareForOneRun() }
    let status = await run(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    Output.flush()
    exit(delivered(status).rawValue)
  }

  /// What opens next, a file or a socket, must not take the number of a stream that the caller closed.
  private static func openClosedStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }

  /// Whoever reads the result must not take half of it for the whole. A run has done what it has done: its journal
  /// tells, and its code stands.
  private static func delivered(_ status: ExitStatus) -> ExitStatus {
    guard status == .done || status == .changes, let reason = Output.lostResults else { return status }
    let code: ExitStatus = Interruption.isAnythingWritten ? status : .error
    Output.write("\(code == .error ? "error" : "warning"): standard output can't be written: \(reason)\n", to: 2)
    Output.flush()
    return code
  }

  static func run(_ words: [String], environment: [String: String]) async -> ExitStatus {
    let plain = Output(guessing: words, environment: environment)
    guard let name = words.first else {
      let failure = Failure(UsageError(description: "which command?", hint: "thunderid-apply --help lists them"))
      plain.outcome(failure.document, event: "error")
      Output.write(Help.overview(commands), to: 2)
      return failure.code
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "help": return reporting(plain) { try help(on: rest, plain) }
    case "--help", "-h": return reporting(plain) { try help(on: [], plain) }
    case CompletionCommand.question:
      plain.print(CompletionCommand.answer(rest, environment: environment))
      return .done
    case "--version", "-version": return await run(["version"] + rest, environment: environment)
    default: break
    }
    guard let command = command(name) else {
      return reporting(plain) { throw unknown(name) }
    }
    return await run(command, rest, environment, plain)
  }

  private static func help(on words: [String], _ output: Output) throws -> ExitStatus {
    guard let name = try Options(words, flags: SharedFlags.everywhere, sources: []).operands.first else {
      try output.result(HelpDocument.overview(commands), text: Help.overview(commands))
      return .done
    }
    guard let command = command(name) else { throw unknown(name) }
    try output.result(HelpDocument.document(of: command), text: Help.text(of: command))
    return .done
  }

  private static func reporting(_ output: Output, _ body: () throws -> ExitStatus) -> ExitStatus {
    do { return try body() } catch { return report(error, output) }
  }

  private static func report(_ error: any Error, _ output: Output) -> ExitStatus {
    let failure = Failure(error)
    failure.report(to: output)
    return failure.code
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

  private static func command(_ name: String) -> CommandSpec? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }

  private static func run(
    _ command: CommandSpec, _ words: [String], _ environment: [String: String], _ plain: Output
  ) async -> ExitStatus {
    var output = plain
    do {
      if words.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-help", "-h"].contains($0) }) {
        try output.result(HelpDocument.document(of: command), text: Help.text(of: command))
        return .done
      }
      let options = try options(words, of: command, environment)
      try OutputPaths.check(options, command.flags)
      output = Output(options, environment: environment)
      try command.checkOperands(options.operands)
      if options.typed(["color", "no-color"]).count == 2, options["color"] != "never" {
        throw UsageError(description: "--color and --no-color say different things", hint: "take one of them")
      }
      guard options.typed(["json", "json-events"]).count < 2 else {
        throw UsageError(description: "--json is one document, --json-events many", hint: "take one of them")
      }
      let interruption = Interruption()
      interruption.watch { [output] isTermination in
        Failure(Interrupted(isTermination: isTermination)).report(to: output)
        Output.flush(atMost: .milliseconds(300))
      }
      return try await command.run(
        Invocation(
          command: command.name, options: options, output: output, environment: environment,
          interruption: interruption, progress: ProgressDisplay(environment: environment))
      )
    } catch {
      return report(error, output)
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
