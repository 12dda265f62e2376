import Testing

@testable import thunderid_apply

@Suite("Help as it is printed")
struct HelpGoldenTests {
  @Test("the overview") func overview() throws { try expectGolden(Help.overview(Main.commands), "overview.txt") }

  @Test("each command", arguments: Main.commands.map(\.name))
  func command(name: String) throws {
    let command = try #require(Main.commands.first { $0.name == name })
    try expectGolden(Help.text(of: command), "\(name).txt")
  }

  @Test("the built command prints the same, whatever else is wrong with the line")
  func printed() throws {
    let work = try Workplace()
    for command in Main.commands {
      let text = Help.text(of: command)
      for words in [[command.name, "--help"], ["help", command.name], [command.name, "--no-such-flag", "-h"]] {
        let run = try work.run(words)
        #expect(run.code == 0 && run.out == text && run.err.isEmpty, "\(words) \(run)")
      }
    }
  }
}
