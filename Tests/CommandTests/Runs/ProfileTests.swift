import Testing
import ThunderID

@Suite("Profiles")
struct ProfileTests {
  /// A workplace whose server and token are in profiles only.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    let server = work.environment["THUNDERID_SERVER"] ?? ""
    work.environment["THUNDERID_SERVER"] = nil
    work.environment["THUNDERID_TOKEN"] = nil
    try work.write("admin", "sandbox-admin\n")
    try work.write("nobody", "nobody\n")
    try work.write(
      ".thunderid-apply.yaml",
      """
      defaultProfile: good
      profiles:
        good: { server: "\(server)", token-file: admin, max-deletes: 3 }
        bad: { server: "\(server)", token-file: nobody }

      """)
    return work
  }

  @Test("the folder's default profile is taken, another where it is asked for, and a flag wins over it")
  func taken() throws {
    let work = try workplace()
    #expect(try work.run("whoami").code == 0)
    #expect(try work.run("whoami", "--profile", "bad").code == 6)
    #expect(try work.run("whoami", environment: ["THUNDERID_PROFILE": "bad"]).code == 6)
    #expect(try work.run("whoami", "--profile", "good", environment: ["THUNDERID_PROFILE": "bad"]).code == 0)
    #expect(try work.run("whoami", "--profile", "bad", "--token-file", "admin").code == 0)
    #expect(try work.run("whoami", "--profile", "bad", environment: ["THUNDERID_TOKEN": "sandbox-admin"]).code == 0)
  }

  @Test("a profile or file that is not there is told")
  func missing() throws {
    let work = try workplace()
    let run = try work.run("whoami", "--profile", "god")
    #expect(
      run.code == 64
        && run.err == "error: .thunderid-apply.yaml has no profile 'god'\n  hint: did you mean 'good'?\n", "\(run)")
    let file = try work.run("whoami", "--config", "none.yaml")
    #expect(file.code == 64 && file.err.contains("--config: 'none.yaml' can't be read"), "\(file)")
    let folder = try Workplace()
    let none = try folder.run("whoami", environment: ["THUNDERID_PROFILE": "good"])
    #expect(none.code == 64 && none.err.contains("there is no .thunderid-apply.yaml here"), "\(none)")
    #expect(try folder.run("version", environment: ["THUNDERID_PROFILE": "good"]).code == 0)
  }

  @Test("paths of a file elsewhere count from it")
  func elsewhere() throws {
    let work = try Workplace()
    try work.write("conf/c.yaml", "defaultProfile: p\nprofiles: { p: { server: 'sandbox:s.json' } }\n")
    let changed = ["THUNDERID_SERVER": nil, "THUNDERID_TOKEN": nil] as [String: String?]
    let run = try work.run("whoami", "--config", "conf/c.yaml", environment: changed)
    #expect(run.code == 0 && run.out.contains("sandbox:conf/s.json"), "\(run)")
  }

  @Test("faults are told with their places, as text and as JSON, and never quoted")
  func faults() throws {
    let work = try workplace()
    try work.write(".thunderid-apply.yaml", "profiles:\n  p:\n    token: Not-To-Be-Seen\n    sever: x\n")
    let run = try work.run("whoami")
    #expect(run.code == 64 && run.out.isEmpty && !run.err.contains("Not-To-Be-Seen"), "\(run)")
    #expect(run.err.contains(".thunderid-apply.yaml:4:5: error: unknown key 'sever'\n  hint: did you mean 'server'?\n"))
    #expect(run.err.hasSuffix("error: the configuration has 2 errors\n"))
    let json = try JSONValue(parsing: Array(try work.run("whoami", "--json").out.utf8))
    #expect(json["error"]?["exitCode"] == 64)
    #expect(json["diagnostics"]?[1]?["line"] == 4 && json["diagnostics"]?[1]?["file"] == ".thunderid-apply.yaml")
    #expect(try work.run("whoami", "--help").code == 0)
  }
}
