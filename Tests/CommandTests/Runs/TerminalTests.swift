import Foundation
import Testing

@Suite("Plans on a terminal")
struct TerminalTests {
  private let work: Workplace
  private let long = String(repeating: "A long name. ", count: 20)

  init() throws {
    work = try Workplace()
    try work.write("m.yaml", Manifests.users(["jane"], givenName: "'\(long)'"))
  }

  /// What the command prints on a terminal of so many columns.
  private func shown(_ arguments: String, columns: Int, _ variables: [String: String] = [:]) throws -> String {
    try work.write(
      "terminal.py",
      """
      import fcntl, os, pty, struct, sys, termios
      pid, terminal = pty.fork()
      if pid == 0:
          fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
          os.execv(sys.argv[2], sys.argv[2:])
      text = b""
      while True:
          try: part = os.read(terminal, 65536)
          except OSError: break
          if not part: break
          text += part
      open("shown", "wb").write(text)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

      """)
    let line = "cd '\(work.folder)' && python3 terminal.py \(columns) '\(RunningCommand.path)' \(arguments)"
    let code = Shell.run(line, work.environment.merging(["TERM": "dumb"].merging(variables) { $1 }) { $1 })
    #expect(code == 0)
    return (work.read("shown") ?? "").replacing("\r\n", with: "\n")
  }

  /// The line of the name: where it is cut.
  private func name(_ text: String) -> String {
    text.split(separator: "\n").first { $0.contains("A long name") }.map(String.init) ?? ""
  }

  @Test("values are cut to the terminal's width, to COLUMNS where that is set, and shown whole when asked for")
  func width() throws {
    for columns in [90, 120] {
      let text = try shown("plan m.yaml", columns: columns)
      #expect(name(text).count == columns && name(text).hasSuffix(" more)"), "\(text)")
      #expect(text.contains("--full-values"))
    }
    #expect(name(try shown("plan m.yaml", columns: 90, ["COLUMNS": "100"])).count == 100)
    #expect(name(try shown("plan m.yaml", columns: 0)).count == 80)
    let whole = try shown("plan m.yaml --full-values", columns: 90)
    #expect(whole.contains(long) && !whole.contains("--full-values"))
  }

  @Test("what goes elsewhere than to a terminal is never cut")
  func files() throws {
    let run = try work.run("plan", "m.yaml", environment: ["COLUMNS": "40"])
    #expect(run.out.contains(long))
    #expect(try shown("plan m.yaml --json", columns: 40).contains(long))
  }
}
