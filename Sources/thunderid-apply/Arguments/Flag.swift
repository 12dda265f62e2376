import Foundation

/// One flag of the command line, all that is known of it: parsing, `--help`, the environment twin and the docs read
/// this.
struct Flag: Sendable {
  /// What follows the flag.
  enum Value: Sendable {
    case none
    case text(String)
    case integer(ClosedRange<Int>)
    case seconds
    case choice([String])
  }

  let name: String
  let value: Value
  let isRepeatable: Bool
  let aliases: [String]
  let help: String

  init(_ name: String, aliases: [String] = [], _ help: String) {
    self.init(name, .none, aliases: aliases, help)
  }

  init(_ name: String, _ value: Value, repeatable: Bool = false, aliases: [String] = [], _ help: String) {
    self.name = name
    self.value = value
    isRepeatable = repeatable
    self.aliases = aliases
    self.help = help
  }

  /// The environment variable that stands in for the flag: `--ca-file` is `THUNDERID_CA_FILE`.
  var variable: String { "THUNDERID_" + name.uppercased().replacing("-", with: "_") }

  /// How it stands in a usage line.
  var usage: String {
    switch value {
    case .none: "--\(name)"
    case .text(let word): "--\(name) \(word)"
    case .integer: "--\(name) N"
    case .seconds: "--\(name) SECONDS"
    case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
    }
  }

  var takesValue: Bool { if case .none = value { false } else { true } }

  /// Whether the value is a secret, or may hold one, and is never shown.
  var isSecret: Bool { ["token", "var", "client-secret-command"].contains(name) }

  /// What counts where the flag is not given, as the help says it: `(default 30)`.
  var fallback: String? {
    guard let start = help.range(of: "(default ") else { return nil }
    return String(help[start.upperBound...].prefix { $0 != ")" && $0 != "," })
  }

  /// Whether the value names a file that the command writes.
  var isWritten: Bool {
    ["out", "markdown", "html", "junit", "sarif", "metrics", "json-into", "secrets-out"].contains(name)
  }

  /// Whether the value names a file or folder.
  var isPath: Bool { if case .text("FILE") = value { true } else if case .text("PATH") = value { true } else { false } }
}

/// One subcommand.
struct CommandSpec: Sendable {
  let name: String
  let aliases: [String]
  /// What stands after the name in the usage line.
  let operands: String
  /// One line for the list of commands.
  let summary: String
  /// What a person should know, in a few sentences.
  let details: String
  let flags: [Flag]
  /// Whether the command has settings at all: what only prints a text must do so in any folder.
  let readsConfig: Bool
  let run: @Sendable (Invocation) async throws -> ExitStatus

  init(
    _ name: String, aliases: [String] = [], operands: String = "", summary: String, details: String = "",
    flags: [Flag], run: @escaping @Sendable (Invocation) async throws -> ExitStatus
  ) {
    self.name = name
    self.aliases = aliases
    self.operands = operands
    self.summary = summary
    self.details = details
    self.flags = flags + (flags.isEmpty ? [] : SharedFlags.profiles) + SharedFlags.everywhere
    readsConfig = !flags.isEmpty
    self.run = run
  }
  /// Whether there are as many operands as the usage line says: none, one (`PLAN`), or any number (`PATH...`).
  ///
  /// - Throws: `UsageError` for one too many.
  func checkOperands(_ words: [String]) throws {
    let limit = operands.isEmpty ? 0 : operands.contains("...") ? Int.max : 1
    guard words.count > limit else { return }
    throw UsageError(
      description: "\(name) takes \(limit == 0 ? "no operand" : "one operand"), found '\(words[limit])' too many",
      hint: "usage: thunderid-apply \(name) [FLAGS]\(operands.isEmpty ? "" : " " + operands)")
  }
}
