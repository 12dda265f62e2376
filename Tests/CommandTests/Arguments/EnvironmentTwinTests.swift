import Testing

@testable import thunderid_apply

@Suite("Environment twins")
struct EnvironmentTwinTests {
  /// Two texts that the flag takes, and one that it refuses; nil where it takes any.
  private func texts(_ flag: Flag) -> (first: String, second: String, bad: String?) {
    switch flag.value {
    case .none: ("true", "false", "perhaps")
    case .text: ("one", "two", nil)
    case .integer(let range): ("\(range.lowerBound)", "\(range.upperBound)", "\(range.upperBound + 1)")
    case .seconds: ("1.5", "2", "soon")
    case .choice(let words): (words[0], words[words.count - 1], "none of these")
    }
  }

  private let all = Main.commands.flatMap { command in command.flags.map { (command, $0) } }

  private func read(_ words: [String], _ command: CommandSpec, _ environment: [String: String]) throws -> Options {
    try Options(words, flags: command.flags, sources: [.environment(environment)])
  }

  @Test("each flag of each command is read from its variable, and the command line wins over it")
  func flagWins() throws {
    for (command, flag) in all {
      let (first, second, _) = texts(flag)
      let variable = [flag.variable: first]
      let fromVariable = try read([], command, variable)
      #expect(fromVariable.has(flag.name), "\(command.name) \(flag.variable)")
      #expect(fromVariable.typed([flag.name]).isEmpty)
      let both = try read(["--\(flag.name)=\(second)"], command, variable)
      if flag.takesValue {
        #expect(fromVariable.all(flag.name) == [first])
        #expect(both.all(flag.name) == [second], "\(command.name) --\(flag.name)")
      } else {
        #expect(!both.has(flag.name), "\(command.name) --\(flag.name)=false")
      }
    }
  }

  @Test("what a flag refuses its variable refuses, and each names itself")
  func refused() throws {
    for (command, flag) in all {
      guard let bad = texts(flag).bad else { continue }
      for (words, environment, name) in [
        (["--\(flag.name)=\(bad)"], [:], "--" + flag.name), ([], [flag.variable: bad], flag.variable),
      ] as [([String], [String: String], String)] {
        let error = #expect(throws: UsageError.self) { try read(words, command, environment) }
        #expect(error?.description.hasPrefix(name + " ") == true, "\(command.name) \(error?.description ?? "")")
      }
    }
  }

  @Test(
    "only a repeatable flag may come twice, and a value may follow a space or an equals sign, after one dash or two")
  func spellings() throws {
    for (command, flag) in all {
      let (first, second, _) = texts(flag)
      guard flag.takesValue else { continue }
      for words in [["--\(flag.name)", first], ["-\(flag.name)", first], ["-\(flag.name)=\(first)"]] {
        #expect(try read(words, command, [:])[flag.name] == first, "\(command.name) \(words)")
      }
      let twice = ["--\(flag.name)", first, "--\(flag.name)", second]
      if flag.isRepeatable {
        #expect(try read(twice, command, [:]).all(flag.name) == [first, second])
      } else {
        #expect(throws: UsageError.self, "\(command.name) \(twice)") { try read(twice, command, [:]) }
      }
      #expect(throws: UsageError.self, "\(command.name) \(flag.name)") { try read(["--\(flag.name)"], command, [:]) }
    }
  }

  @Test("the name of a flag with a letter too many, too few or swapped is recognised")
  func nearMisses() throws {
    for (command, flag) in all {
      guard flag.name.count > 4 else { continue }
      var swapped = Array(flag.name)
      swapped.swapAt(1, 2)
      for word in ["--\(flag.name)x", "--\(flag.name.dropLast())", "--\(String(swapped))"]
      where !command.flags.contains(where: { "--" + $0.name == word }) && word != "--" + flag.name {
        let error = #expect(throws: UsageError.self) { try read([word], command, [:]) }
        #expect(error?.hint?.hasPrefix("did you mean --") == true, "\(command.name) \(word) \(error?.hint ?? "")")
      }
    }
  }

  @Test("the range's ends are in it")
  func ends() throws {
    for (command, flag) in all {
      guard case .integer(let range) = flag.value else { continue }
      for number in [range.lowerBound, range.upperBound] {
        #expect(try read(["--\(flag.name)", "\(number)"], command, [:]).int(flag.name) == number)
      }
      for text in ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "", "1 ", "0x1", "٣", "99999999999999999999"] {
        #expect(throws: UsageError.self, "\(flag.name) \(text)") { try read(["--\(flag.name)=\(text)"], command, [:]) }
      }
    }
  }
}
