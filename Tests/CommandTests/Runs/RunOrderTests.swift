import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Runs that follow each other")
struct RunOrderTests {
  private func users(_ work: Workplace) -> Int? { work.send("GET", "/users?limit=1").body["totalResults"]?.intValue }

  private func runID(_ work: Workplace, _ index: Int = 0) -> String {
    let files = work.runFiles(".ndjson")
    return ((files[index] as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  @Test("a rollback or resume that waited for a run knows all that it did", arguments: ["rollback", "resume"])
  func waited(command: String) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(12))
    work.server.faults.set([Fault(.delay(seconds: 0.1), method: "POST", path: "/users", times: nil)])
    let first = try work.start("apply", "m.yaml", "--auto-approve", "--parallelism", "1")
    eventually { (users(work) ?? 0) >= 3 }
    let words = command == "rollback" ? ["rollback", "--last"] : ["apply", "--resume", "--last"]
    let second = try work.run(words + ["--auto-approve", "--lock-timeout", "60"])
    #expect(first.wait().code == 0)
    #expect(second.code == 0, "\(second)")
    #expect(users(work) == (command == "rollback" ? 1 : 13), "\(second)")
    if command == "rollback" { #expect(second.out.contains("12 destroyed"), "\(second)") }
  }

  @Test("a run that was undone is not gone on with, unless its undoing was undone")
  func undone() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(3))
    work.server.faults.set([Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "/users", times: 1)])
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 3)
    let run = runID(work)
    #expect(try work.run("rollback", run, "--auto-approve").code == 0)
    let refused = try work.run("apply", "--resume", run, "--auto-approve")
    #expect(refused.code == 1 && refused.err.contains("run \(run) was undone by run \(runID(work, 1))"), "\(refused)")
    #expect(users(work) == 1)
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
    #expect(users(work) == 3)
    #expect(try work.run("apply", "--resume", run, "--auto-approve").code == 0)
    #expect(users(work) == 4)
  }

  @Test("a run at its end has nothing to go on with, and says no more than that")
  func ended() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    let id = try #require(work.user("user0")?["id"]?.stringValue)
    work.send("DELETE", "/users/\(id)")
    let run = try work.run("apply", "--resume", "--last")
    #expect(
      run.code == 0 && run.out == "Nothing to go on with. All that the run could do was done (1 step).\n", "\(run)")
    #expect(run.err.contains("came to its end"), "\(run)")
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
    let json = try work.run("apply", "--resume", "--last", "--json")
    #expect(json.code == 0 && (try? JSONValue(parsing: Array(json.out.utf8))) != nil, "\(json)")
  }

  @Test(
    "what a resume would not heed is refused",
    arguments: [
      ["--last", "other.yaml"], ["--last", "--prune"], ["--last", "--target", "users/a"], ["x", "other.yaml"],
    ])
  func unheeded(words: [String]) throws {
    let work = try Workplace()
    let run = try work.run(["apply", "--resume"] + words)
    #expect(run.code == 64 && run.err.contains("goes on with a run as it was planned"), "\(run)")
  }

  @Test(
    "killed while a slow server was at its writes, a run is finished and undone all the same", arguments: [true, false])
  func slow(isResumed: Bool) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(3))
    work.server.faults.set([Fault(.delay(seconds: 1.5), method: "POST", path: "/users", times: nil)])
    let running = try work.start("apply", "m.yaml", "--auto-approve")
    eventually {
      (work.runFiles(".ndjson").first.flatMap(work.read) ?? "").components(separatedBy: "\"before\",").count > 3
    }
    running.signal(SIGKILL)
    #expect(running.wait().code == -SIGKILL)
    let run = try work.run(
      (isResumed ? ["apply", "--resume"] : ["rollback"]) + ["--last", "--auto-approve", "--timeout", "5"])
    #expect(run.code == 0 && run.err.contains("Waiting up to"), "\(run)")
    #expect(users(work) == (isResumed ? 4 : 1), "\(run)")
  }
}
