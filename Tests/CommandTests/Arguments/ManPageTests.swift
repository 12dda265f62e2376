import Foundation
import Testing
import ThunderIDPlan

@testable import thunderid_apply

@Suite("The manual page")
struct ManPageTests {
  private static let page = ManPage.render(Main.commands)

  @Test("each command and flag stands in it, and each exit code with the words of the help")
  func complete() {
    let page = ManPageTests.page
    for command in Main.commands {
      #expect(page.contains("\n.SS \(ManPage.roff(command.name))\n"), "\(command.name)")
      for flag in command.flags {
        #expect(page.contains(".TP\n\\fB\\-\\-\(ManPage.roff(flag.name))\\fR"), "--\(flag.name)")
      }
    }
    for code in ExitCode.allCases {
      #expect(page.contains("\n.B \(code.rawValue)\n"))
      #expect(Help.exitCodes.contains("\(code.rawValue) \(Help.meaning(of: code))"), "\(code)")
    }
  }

  @Test("a flag that commands share is explained once")
  func once() {
    let entries = ManPageTests.page.components(separatedBy: "\\fB\\-\\-server\\fR")
    #expect(entries.count == 2)
  }

  @Test("marks of roff in a text mean nothing")
  func escaping() {
    #expect(ManPage.roff(".TH 'x' \\fB --a\n\"b\"") == "\\&.TH \\(aqx\\(aq \\efB \\-\\-a \\(dqb\\(dq")
  }

  @Test("the command prints it, and mandoc finds nothing wrong with it and shows it")
  func linted() throws {
    let work = try Workplace()
    let run = try work.run("man")
    #expect(run.code == 0 && run.out == ManPageTests.page && run.err.isEmpty)
    try work.write("thunderid-apply.1", run.out)
    let code = Shell.run(
      "cd '\(work.folder)' && mandoc -T lint -W style thunderid-apply.1 >lint.txt 2>&1 && mandoc -T utf8 thunderid-apply.1 >page.txt",
      ProcessInfo.processInfo.environment)
    #expect(code == 0, "\(work.read("lint.txt") ?? "mandoc did not run: scripts/bootstrap installs it")")
    let shown = (work.read("page.txt") ?? "").replacing(/.\u{8}/, with: "")
    for words in ["--detailed-exitcode", "EXIT STATUS", "thunderid-apply plan my.yaml --server sandbox:try.json"] {
      #expect(shown.contains(words), "\(words)")
    }
  }
}
