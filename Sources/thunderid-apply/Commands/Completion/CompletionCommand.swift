import ThunderIDPlan

/// `completion`: prints a script that lets a shell complete commands, flags and their values. The scripts know
/// the names of the commands; all else they ask the command itself, by `__complete`.
enum CompletionCommand {
  static let spec = CommandSpec(
    "completion", operands: CompletionScripts.shells.joined(separator: "|"),
    summary: "print a completion script for a shell",
    details:
      "bash: eval \"$(thunderid-apply completion bash)\"; zsh: put it on the fpath as _thunderid-apply; fish: into completions/.",
    flags: []
  ) { invocation in
    let shell = invocation.options.operands.first
    let first = Completer(commands: Main.commands, words: [""], index: 0, environment: [:]).answer().candidates
    guard let shell, let script = CompletionScripts.text(for: shell, commands: first) else {
      throw UsageError(
        description: shell.map { "no completion for '\($0)'" } ?? "for which shell?",
        hint: "one of: \(CompletionScripts.shells.joined(separator: ", "))")
    }
    try invocation.output.result(["shell": .string(shell), "script": .string(script)], text: script)
    return .done
  }

  /// What the scripts ask with: `__complete INDEX WORD...`, INDEX being that of the word at the cursor.
  static let question = "__complete"

  /// The answer as the scripts read it: a line for each candidate, with a tab and what it is; then `:files` where names
  /// of files fit too, or else `:`.
  static func answer(_ words: [String], environment: [String: String]) -> String {
    guard let index = words.first.flatMap({ Int($0) }) else { return ":\n" }
    let answer = Completer(
      commands: Main.commands, words: Array(words.dropFirst()), index: index, environment: environment
    ).answer()
    return answer.candidates.map { "\($0.word)\t\($0.about)\n" }.joined() + (answer.takesFiles ? ":files\n" : ":\n")
  }
}
