import ThunderIDPlan

/// The manual page `thunderid-apply(1)` in man(7) macros, made from the tables of `--help`.
enum ManPage {
  /// Flags that many commands take, explained once.
  private static let groups: [(title: String, flags: [Flag])] = [
    ("Planning", SharedFlags.planning), ("Variables", SharedFlags.variables), ("Reports", SharedFlags.reports),
    ("Connection", SharedFlags.connection), ("Profiles", SharedFlags.profiles), ("Everywhere", SharedFlags.everywhere),
  ]

  static func render(_ commands: [CommandSpec]) -> String {
    """
    .TH THUNDERID\\-APPLY 1 \(Version.date) "thunderid\\-apply \(Version.number)" "User Commands"
    .SH NAME
    thunderid\\-apply \\- make a ThunderID server what YAML manifests declare
    .SH SYNOPSIS
    .B thunderid\\-apply
    .I COMMAND
    .RI [ FLAGS ]
    .RI [ PATHS ]
    .SH DESCRIPTION
    .B thunderid\\-apply
    keeps the applications, users, agents and organization units of a ThunderID
    server as YAML files:
    .B plan
    shows what would change,
    .B apply
    changes exactly that,
    .B drift
    tells whether somebody has changed the server since, and
    .B rollback
    undoes a run from its journal.
    .SH COMMANDS
    \(commands.map(section).joined())\
    .SH OPTIONS
    \(groups.map { ".SS \(roff($0.title))\n" + $0.flags.map(entry).joined() }.joined())\
    .SH EXIT STATUS
    \(ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(roff(Help.meaning(of: $0)))\n" }.joined())\
    .SH ENVIRONMENT
    Every flag has a variable that stands in for it:
    .B \\-\\-ca\\-file
    is
    .BR THUNDERID_CA_FILE .
    The command line wins. A flag that repeats takes a list, by lines or commas.
    .TP
    .BR NO_COLOR ", " CLICOLOR_FORCE
    set to anything, they turn colours off, or on.
    .SH FILES
    .TP
    .I .thunderid\\-apply.yaml
    profiles: settings under a name, where the folder has such a file.
    .TP
    .I .thunderid\\-apply/runs/
    the journals of the runs in this folder (mode 0600).
    .SH EXAMPLES
    On a ThunderID that lives in a file:
    .PP
    .nf
    .RS
    thunderid\\-apply plan my.yaml \\-\\-server sandbox:try.json
    thunderid\\-apply apply my.yaml \\-\\-server sandbox:try.json \\-\\-auto\\-approve
    thunderid\\-apply drift my.yaml \\-\\-server sandbox:try.json
    thunderid\\-apply rollback \\-\\-last \\-\\-server sandbox:try.json \\-\\-auto\\-approve
    .RE
    .fi

    """
  }

  /// A command: how it is called, what it does, the flags of its own and the groups that it takes too.
  private static func section(_ command: CommandSpec) -> String {
    var out = ".SS \(roff(command.name))\n.B thunderid\\-apply \(roff(command.name))\n[\\fIFLAGS\\fR]"
    out += (command.operands.isEmpty ? "" : " \(roff(command.operands))") + "\n.PP\n"
    out += sentence(command.summary) + "\n"
    if !command.aliases.isEmpty { out += sentence("Also called \(command.aliases.joined(separator: ", "))") + "\n" }
    if !command.details.isEmpty { out += lines(command.details) + "\n" }
    let taken = groups.filter { group in group.flags.allSatisfy { command.has($0) } }
    let shared = taken.flatMap(\.flags)
    out += command.flags.filter { flag in !shared.contains { $0.isSame(as: flag) } }.map(entry).joined()
    let titles = taken.map(\.title).filter { $0 != "Everywhere" }
    return titles.isEmpty
      ? out : out + ".PP\n" + sentence("More flags, under OPTIONS: " + titles.joined(separator: ", ")) + "\n"
  }

  private static func entry(_ flag: Flag) -> String {
    let words = flag.usage.split(separator: " ", maxSplits: 1).map(String.init)
    var out = ".TP\n\\fB\(roff(words[0]))\\fR" + (words.count > 1 ? " \\fI\(roff(words[1]))\\fR" : "")
    for alias in flag.aliases { out += ", \\fB\\-\(alias.count > 1 ? "\\-" : "")\(roff(alias))\\fR" }
    return out + "\n" + sentence(flag.help) + "\n"
  }

  private static func sentence(_ text: String) -> String {
    lines(text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : "."))
  }

  /// Text in lines of input as short as the style wants them.
  private static func lines(_ text: String) -> String { Help.wrapped(text, to: 72).map(roff).joined(separator: "\n") }

  /// A line of text whose marks mean nothing to roff, nor what it begins with.
  static func roff(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'": out += "\\(aq"
      case "’": out += "\\(cq"
      case "\"": out += "\\(dq"
      case "\n": out += " "
      default: out.append(character)
      }
    }
    return out.hasPrefix(".") ? "\\&" + out : out
  }
}

extension CommandSpec {
  fileprivate func has(_ flag: Flag) -> Bool { flags.contains { $0.isSame(as: flag) } }
}

extension Flag {
  /// Whether both are one entry of the tables: a command may have a flag of a shared one's name and its own meaning.
  fileprivate func isSame(as other: Flag) -> Bool { name == other.name && help == other.help }
}
