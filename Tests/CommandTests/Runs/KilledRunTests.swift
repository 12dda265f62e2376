import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

@Suite("Runs that are killed or interrupted")
struct KilledRunTests {
  private func before(_ work: Workplace) throws {
    try work.write(
      "old.yaml", Manifests.machine("old") + "---\n" + Manifests.users(["stays", "goes"], givenName: "Old"))
    let run = try work.run("apply", "old.yaml", "--auto-approve")
    #expect(run.code == 0, "\(run)")
    try work.write("new/a.yaml", Manifests.machine("new"))
    try work.write("new/b.yaml", "agents:\n  - { name: Sync, type: default, ou: default, owner: users/new0 }\n")
    try work.write("new/c.yaml", Manifests.users(["new0", "new1", "new2"]))
    try work.write(
      "new/d.yaml",
      Manifests.users(["stays"], givenName: "New")
        + "  - { attributes: { username: goes }, lifecycle: { state: absent } }\n")
  }

  private func agents(_ work: Workplace) -> Int? { work.send("GET", "/agents").body["totalResults"]?.intValue }

  /// Kills the run when its nth write has taken effect and is not answered yet.
  private func killed(_ work: Workplace, _ words: [String], atWrite nth: Int) throws -> Run {
    let victim = Locked<pid_t?>(nil)
    let count = Locked(0)
    let hook = Fault.Kind.hook { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == nth else { return }
      eventually { victim.withLock { $0 } != nil }
      victim.withLock { _ = $0.map { kill($0, SIGKILL) } }
    }
    work.server.faults.set(["POST", "PUT", "DELETE"].map { Fault(hook, method: $0, times: nil) })
    let running = try work.start(in: work.folder, words, environment: ["THUNDERID_PARALLELISM": "1"])
    victim.withLock { $0 = running.id }
    let run = running.wait()
    work.server.faults.clear()
    // What is waited for is here at once or never.
    work.environment["THUNDERID_TIMEOUT"] = "1"
    return run
  }

  @Test("killed at any write of creates, updates and deletes, a rollback restores", arguments: 1...7)
  func rollback(nth: Int) throws {
    let work = try Workplace()
    try before(work)
    let records = work.records()
    let run = try killed(work, ["apply", "new", "--auto-approve"], atWrite: nth)
    #expect(run.code == -SIGKILL, "\(run)")
    #expect(work.records() != records || agents(work) != 0)
    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0, "\(undone)")
    #expect(work.records() == records && agents(work) == 0)
    #expect(work.canSignIn("portal", "Keep-Me-123456"))
    let again = try work.run("plan", "old.yaml", "--detailed-exitcode")
    #expect(again.code == 0, "\(again)")
  }

  @Test("killed at any write, a resume finishes, and a rollback of the whole restores", arguments: 1...7)
  func resume(nth: Int) throws {
    let work = try Workplace()
    try before(work)
    let records = work.records()
    let run = try killed(work, ["apply", "new", "--auto-approve"], atWrite: nth)
    #expect(run.code == -SIGKILL, "\(run)")
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0, "\(resumed)")
    let again = try work.run("plan", "new", "--detailed-exitcode")
    #expect(again.code == 0, "\(again)")
    #expect(agents(work) == 1 && work.user("goes") == nil)
    #expect(try work.run("apply", "--resume", "--last", "--auto-approve").code == 0, "nothing is left to do")
    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0, "\(undone)")
    #expect(work.records() == records && agents(work) == 0)
  }

  @Test("a rollback that is killed itself is finished by a resume", arguments: [1, 4, 7])
  func rollbackKilled(nth: Int) throws {
    let work = try Workplace()
    try before(work)
    let records = work.records()
    #expect(try work.run("apply", "new", "--auto-approve").code == 0)
    let run = try killed(work, ["rollback", "--last", "--auto-approve"], atWrite: nth)
    #expect(run.code == -SIGKILL, "\(run)")
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0, "\(resumed)")
    #expect(work.records() == records && agents(work) == 0)
  }

  @Test("a saved plan that was killed is finished by a resume", arguments: 1...7)
  func savedPlanKilled(nth: Int) throws {
    let work = try Workplace()
    try before(work)
    #expect(try work.run("plan", "new", "--out", "p.plan").code == 0)
    let run = try killed(work, ["apply", "p.plan"], atWrite: nth)
    #expect(run.code == -SIGKILL, "\(run)")
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0, "\(resumed)")
    let again = try work.run("plan", "new", "--detailed-exitcode")
    #expect(again.code == 0, "\(again)")
  }

  @Test("after a signal the journal is closed, and a resume finishes", arguments: [SIGINT, SIGTERM])
  func signalled(signal: Int32) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(12))
    work.server.faults.set([Fault(.delay(seconds: 0.05), method: "POST", times: nil)])
    let running = try work.start("apply", "m.yaml", "--auto-approve")
    #expect(eventually { work.user("user2") != nil })
    running.signal(signal)
    let run = running.wait()
    #expect(run.code == 128 + signal && run.err.contains("--resume"), "\(run)")
    let journal = try #require(work.runFiles(".ndjson").first.flatMap { work.read($0) })
    let lines = try journal.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let begun = lines.filter { $0["type"] == "before" }.count
    let ended = lines.filter { $0["type"] == "after" }.count
    let done = lines.filter { $0["outcome"] == "done" }.count
    #expect(begun > 0 && begun < 12 && begun == ended, "\(journal)")
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0 && resumed.out.contains("Resources: \(12 - done) added"), "\(resumed)")
    #expect(work.user("user11") != nil)
    #expect(try work.run("plan", "m.yaml", "--detailed-exitcode").code == 0)
  }

  @Test("a second signal stops at once", arguments: [SIGINT, SIGTERM])
  func twice(signal: Int32) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(2))
    work.server.faults.set([Fault(.delay(seconds: 20), method: "POST", path: "/users", times: nil)])
    let start = ContinuousClock.now
    let running = try work.start("apply", "m.yaml", "--auto-approve")
    #expect(eventually { (work.server.faults.met.first ?? 0) > 0 })
    running.signal(signal)
    #expect(eventually { running.errors.contains("Stopping") })
    running.signal(signal)
    #expect(running.wait().code == 128 + signal)
    #expect(ContinuousClock.now - start < .seconds(15))
    work.server.faults.clear()
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0, "\(resumed)")
  }
}
