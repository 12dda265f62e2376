import Testing

@Suite("Usage")
struct UsageTests {
  @Test("what was probably meant is said, and the exit code is 64")
  func meant() throws {
    let work = try Workplace()
    let table: [([String], String)] = [
      (["plam"], "did you mean 'plan'?"), (["help", "rolback"], "did you mean 'rollback'?"),
      (["--server", "x", "plan"], "the command comes first"),
      (["plan", "--tagret", "users/a"], "did you mean --target?"),
      (["plan"], "give files or folders"), (["rollback"], "--last"), (["whoami", "extra"], "takes no operand"),
      (["plan", "m.yaml", "--parallelism", "65"], "from 1 to 64"), (["sandbox", "--port", "70000"], "from 0 to 65535"),
      (["whoami", "--timeout", "0"], "more than 0"), (["plan", "m.yaml", "--target", "jane"], "KIND/IDENTITY"),
    ]
    try work.write("m.yaml", "users: []\n")
    for (words, text) in table {
      let run = try work.run(words)
      #expect(run.code == 64 && run.err.contains(text) && run.out.isEmpty, "\(words) \(run)")
    }
    let nothing = try work.run([])
    #expect(nothing.code == 64 && nothing.err.contains("Commands:"))
  }

  @Test("help and version are results")
  func help() throws {
    let work = try Workplace()
    let overview = try work.run("--help").out
    #expect(try work.run("help").out == overview && work.run("-h").out == overview)
    #expect(try work.run("help", "plan").out == work.run("plan", "-h").out)
    #expect(try work.run("diff", "--help").out == work.run("plan", "--help").out)
    for words in [["version"], ["--version"]] {
      let run = try work.run(words)
      #expect(run.code == 0 && run.out == "thunderid-apply 0.1.0\n")
    }
  }
}
