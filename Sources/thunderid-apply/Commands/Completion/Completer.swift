import Foundation
import ThunderIDPlan

/// What could stand at the cursor of a command line. The scripts of the shells ask for it with each press of the key, so
/// it reads files and nothing else, and has nothing to say where something is wrong.
struct Completer {
  /// One word that fits, with what it is.
  struct Candidate: Equatable {
    let word: String
    var about = ""
  }

  /// The words that fit; whether file names fit too.
  struct Answer: Equatable {
    var candidates: [Candidate] = []
    var takesFiles = false
  }

  let commands: [CommandSpec]
  /// What stands after the name of the tool.
  let words: [String]
  /// Which of the words is being typed.
  let index: Int
  let environment: [String: String]
  /// Where relative paths begin.
  var folder = "."

  private var current: String { words[index] }

  /// The answer; every candidate begins with what is typed already.
  func answer() -> Answer {
    guard words.indices.contains(index) else { return Answer() }
    var answer = everything()
    // What can't be typed is no help, and what steers a terminal does harm.
    answer.candidates = answer.candidates.filter {
      $0.word.utf8.starts(with: current.utf8) && !$0.word.unicodeScalars.contains(where: VisibleText.isHidden)
    }
    return answer
  }

  private func everything() -> Answer {
    let names = commands.map { Candidate(word: $0.name, about: $0.summary) }
    guard index > 0 else {
      return Answer(
        candidates: current.hasPrefix("-")
          ? [Candidate(word: "--help"), Candidate(word: "--version")]
          : names + [Candidate(word: "help", about: "print the help of a command")])
    }
    if words[0] == "help" { return Answer(candidates: index == 1 ? names : []) }
    guard let command = commands.first(where: { $0.name == words[0] || $0.aliases.contains(words[0]) }) else {
      return Answer()
    }
    let line = Line(command, words, upTo: index)
    if let flag = line.openFlag { return values(of: flag, command) }
    if !line.isPastFlags, current.hasPrefix("-") {
      guard let equals = current.firstIndex(of: "="), let flag = command.flag(String(current[..<equals])) else {
        return Answer(candidates: flags(of: command))
      }
      var answer = values(of: flag, command)
      let head = String(current[...equals])
      answer.candidates = answer.candidates.map { Candidate(word: head + $0.word, about: $0.about) }
      return answer
    }
    return operands(of: command)
  }

  /// The flags that may still be given.
  private func flags(of command: CommandSpec) -> [Candidate] {
    let given = Set(words.enumerated().filter { $0.offset != index }.compactMap { command.flag($0.element)?.name })
    return command.flags.filter { $0.isRepeatable || !given.contains($0.name) }
      .map { Candidate(word: "--\($0.name)", about: $0.help) }
  }

  private func values(of flag: Flag, _ command: CommandSpec) -> Answer {
    switch flag.value {
    case .choice(let words): Answer(candidates: words.map { Candidate(word: $0) })
    case .text("ADDRESS"): Answer(candidates: addresses(command))
    case .text where flag.name == "profile": Answer(candidates: profiles(command))
    default: Answer(takesFiles: flag.isPath)
    }
  }

  private func operands(of command: CommandSpec) -> Answer {
    let choices = command.operands.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    if choices.allSatisfy({ $0 == $0.lowercased() }) {
      let isFirst = Line(command, words, upTo: index).operands.isEmpty
      return Answer(candidates: isFirst ? choices.map { Candidate(word: $0) } : [])
    }
    var answer = Answer(takesFiles: choices.contains { $0.hasPrefix("PATH") || $0 == "PLAN" })
    if choices.contains("RUN") || words.contains("--resume") { answer.candidates = runs() }
    return answer
  }

  /// The runs of the folder, the latest first.
  private func runs() -> [Candidate] {
    Journal.list(in: folder).reversed().map {
      Candidate(word: URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent)
    }
  }

  /// What the manifests of the line declare.
  private func addresses(_ command: CommandSpec) -> [Candidate] {
    let line = Line(command, words, upTo: words.count)
    let variables = Variables(given: line.variables, environment: environment)
    var seen: Set<Address> = []
    return line.operands.filter { $0 != "-" }.flatMap { ManifestAddresses.read(path($0), variables: variables) }
      .filter { seen.insert($0.address).inserted }.sorted { $0.address < $1.address }
      .map { Candidate(word: $0.address.description, about: "\($0.location)") }
  }

  private func profiles(_ command: CommandSpec) -> [Candidate] {
    let file = Line(command, words, upTo: words.count).config ?? ConfigFile.name
    guard let bytes = try? ManifestFiles.read(path(file)),
      let config = try? ConfigReader.read(bytes, file: file, mayRunCommands: false)
    else {
      return []
    }
    return config.profiles.map { Candidate(word: $0.name) }
  }

  /// A path as the shell would have understood it.
  private func path(_ text: String) -> String {
    if text.hasPrefix("~/"), let home = environment["HOME"] { return home + text.dropFirst() }
    return text.hasPrefix("/") || folder == "." ? text : folder + "/" + text
  }
}

extension Completer {
  /// A command line as far as it is typed, right or wrong.
  private struct Line {
    private(set) var operands: [String] = []
    private(set) var variables: [String: String] = [:]
    private(set) var config: String?
    /// The flag whose value comes next.
    private(set) var openFlag: Flag?
    private(set) var isPastFlags = false

    /// - Parameter end: the word to stop ahead of.
    init(_ command: CommandSpec, _ words: [String], upTo end: Int) {
      for word in words[..<end].dropFirst() {
        if let flag = openFlag {
          take(word, for: flag)
          openFlag = nil
        } else if isPastFlags || !word.hasPrefix("-") || word == "-" {
          operands.append(word)
        } else if word == "--" {
          isPastFlags = true
        } else if let flag = command.flag(word), flag.takesValue {
          if let equals = word.firstIndex(of: "=") {
            take(String(word[word.index(after: equals)...]), for: flag)
          } else {
            openFlag = flag
          }
        }
      }
    }

    private mutating func take(_ value: String, for flag: Flag) {
      if flag.name == "config" { config = value }
      guard flag.name == "var", let equals = value.firstIndex(of: "=") else { return }
      variables[String(value[..<equals])] = String(value[value.index(after: equals)...])
    }
  }
}

extension CommandSpec {
  /// The flag that a word such as `--target` or `--target=users/jane` gives.
  fileprivate func flag(_ word: String) -> Flag? {
    guard word.hasPrefix("-") else { return nil }
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    return flags.first { $0.name == name || $0.aliases.contains(name) }
  }
}
