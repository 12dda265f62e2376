import ThunderIDPlan

/// `completion`: prints a script that lets a shell complete commands and flags, made from the same tables as `--help`.
enum CompletionCommand {
  static let shells = ["bash", "zsh", "fish"]

  static let spec = CommandSpec(
    "completion", operands: shells.joined(separator: "|"), summary: "print a completion script for a shell",
    details:
      "bash: eval \"$(thunderid-apply completion bash)\"; zsh: put it on the fpath as _thunderid-apply; fish: into completions/.",
    flags: []
  ) { invocation in
    switch invocation.options.operands.first {
    case "bash": invocation.output.print(bash())
    case "zsh": invocation.output.print(zsh())
    case "fish": invocation.output.print(fish())
    case let other:
      throw UsageError(
        description: other.map { "no completion for '\($0)'" } ?? "for which shell?",
        hint: "one of: \(shells.joined(separator: ", "))")
    }
    return .done
  }

  private static var names: String { Main.commands.map(\.name).joined(separator: " ") }

  private static func flags(_ command: CommandSpec) -> String {
    command.flags.map { "--\($0.name)" }.joined(separator: " ")
  }

  private static func bash() -> String {
    let cases = Main.commands.map { "    \($0.name)) words=\"\(flags($0))\" ;;" }.joined(separator: "\n")
    let choices = choiceFlags().map { "    --\($0.0)) words=\"\($0.1)\" ;;" }.joined(separator: "\n")
    return """
      _thunderid_apply() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names)" -- "$current"))
          return
        fi
        case $before in
      \(choices)
        esac
        if [ -z "$words" ] && [ "${current#-}" != "$current" ]; then
          case ${COMP_WORDS[1]} in
      \(cases)
          esac
        fi
        if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
      }
      complete -o filenames -F _thunderid_apply thunderid-apply

      """
  }

  private static func choiceFlags() -> [(String, String)] {
    var found: [String: String] = [:]
    for flag in Main.commands.flatMap(\.flags) {
      if case .choice(let words) = flag.value { found[flag.name] = words.joined(separator: " ") }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func zsh() -> String {
    let commands = Main.commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
    let cases = Main.commands.map { command in
      let specs = command.flags.map { flag in
        let value = flag.takesValue ? ":value:_files" : ""
        return "'\(flag.isRepeatable ? "*" : "")--\(flag.name)[\(bracketed(flag.help))]\(value)'"
      }.joined(separator: " ")
      return "    \(command.name)) _arguments \(specs) '*:file:_files' ;;"
    }.joined(separator: "\n")
    return """
      #compdef thunderid-apply
      _thunderid_apply() {
        local -a commands
        commands=(
      \(commands)
        )
        if (( CURRENT == 2 )); then _describe command commands; return; fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)
        esac
      }
      _thunderid_apply "$@"

      """
  }

  private static func fish() -> String {
    var out = ""
    for command in Main.commands {
      out +=
        "complete -c thunderid-apply -n __fish_use_subcommand -f -a \(command.name) -d '\(quoted(command.summary))'\n"
      for flag in command.flags {
        let value: String
        if case .choice(let words) = flag.value {
          value = " -x -a '\(words.joined(separator: " "))'"
        } else {
          value = flag.takesValue ? " -r" : ""
        }
        out +=
          "complete -c thunderid-apply -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name)\(value) -d '\(quoted(flag.help))'\n"
      }
    }
    return out
  }

  private static func quoted(_ text: String) -> String { text.replacing("'", with: "’") }
  private static func bracketed(_ text: String) -> String {
    quoted(text).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: ";")
  }
}
