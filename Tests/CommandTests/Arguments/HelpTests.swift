import Foundation
import Testing
import ThunderIDPlan

@testable import thunderid_apply

@Suite("Help")
struct HelpTests {
  @Test("each command's help names each of its flags, and nothing is wider than a terminal")
  func completeAndNarrow() {
    for command in Main.commands {
      let text = Help.text(of: command)
      for flag in command.flags { #expect(text.contains("--" + flag.name), "\(command.name) --\(flag.name)") }
      #expect(text.hasPrefix("thunderid-apply \(command.name): \(command.summary)\n"))
      #expect(text.hasSuffix(Help.exitCodes + "\n"))
      // Usage lines and prose may wrap by themselves; the columns must not.
      let table = text.components(separatedBy: "\nFlags:\n").last ?? ""
      for line in table.split(separator: "\n") { #expect(line.count <= 120, "\(command.name): \(line)") }
    }
  }

  @Test("no command has two flags of one name, and no two commands one name")
  func unique() {
    for command in Main.commands {
      let names = command.flags.flatMap { [$0.name] + $0.aliases }
      #expect(names.count == Set(names).count, "\(command.name): \(names)")
    }
    let commands = Main.commands.flatMap { [$0.name] + $0.aliases }
    #expect(commands.count == Set(commands).count)
  }

  @Test("the overview lists each command, and every exit code is explained")
  func overview() {
    let text = Help.overview(Main.commands)
    for command in Main.commands { #expect(text.contains("\n  \(command.name) "), "\(command.name)") }
    for code in ExitCode.allCases { #expect(text.contains(" \(code.rawValue) "), "\(code)") }
  }

  @Test("an operand too many is refused: none, one or any number")
  func operands() throws {
    func spec(_ operands: String) -> CommandSpec {
      CommandSpec("c", operands: operands, summary: "", flags: []) { _ in .done }
    }
    try spec("").checkOperands([])
    try spec("RUN | --last").checkOperands(["a"])
    try spec("PATH...").checkOperands(["a", "b", "c"])
    #expect(throws: UsageError.self) { try spec("").checkOperands(["a"]) }
    #expect(throws: UsageError.self) { try spec("PLAN").checkOperands(["a", "b"]) }
  }
}
