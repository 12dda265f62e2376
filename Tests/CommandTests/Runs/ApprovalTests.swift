import Testing

@Suite("Approval")
struct ApprovalTests {
  @Test("without a terminal and without approval it ends before anything is asked of the server")
  func noTerminal() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    // A server that nobody is at would be exit 7.
    let run = try work.run("apply", "m.yaml", environment: ["THUNDERID_SERVER": "http://127.0.0.1:9"])
    #expect(run.code == 5 && run.err.contains("--auto-approve") && run.out.isEmpty, "\(run)")
    #expect(work.runFiles().isEmpty)
  }

  @Test("only yes is a yes", arguments: ["y", "YES", "yes please", "no", ""])
  func onlyYes(answer: String) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    let run = try work.run("apply", "m.yaml", input: .terminal(answer + "\n"))
    #expect(run.code == 5 && work.user("user0") == nil, "\(run)")
    #expect(run.err.contains("Only 'yes' will be accepted"))
    #expect(run.err.hasSuffix("error: not approved; nothing was changed\n"), "\(run)")
    #expect(work.runFiles(".ndjson").isEmpty)
  }

  @Test("yes at the terminal applies")
  func yes() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    let run = try work.run("apply", "m.yaml", input: .terminal("yes\n"))
    #expect(run.code == 0 && work.user("user0") != nil, "\(run)")
  }

  @Test("the environment approves as the flag does")
  func environment() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("apply", "m.yaml", environment: ["THUNDERID_AUTO_APPROVE": "no"]).code == 5)
    #expect(try work.run("apply", "m.yaml", environment: ["THUNDERID_AUTO_APPROVE": "true"]).code == 0)
  }
}
