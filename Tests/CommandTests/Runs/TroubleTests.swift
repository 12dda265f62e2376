import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

@Suite("Runs that do not go well")
struct TroubleTests {
  @Test("killed right after any write, the journal is enough to roll back", arguments: [1, 4, 8], [1, 4])
  func killed(nth: Int, lanes: Int) throws {
    let work = try Workplace()
    let before = work.records()
    try work.write("m.yaml", Manifests.users(8))
    let victim = Locked<pid_t?>(nil)
    work.server.faults.set([
      Fault(
        .hook { _ in
          eventually { victim.withLock { $0 } != nil }
          victim.withLock { _ = $0.map { kill($0, SIGKILL) } }
        }, method: "POST", path: "/users", nth: nth)
    ])
    let running = try work.start("apply", "m.yaml", "--auto-approve", "--parallelism", "\(lanes)")
    victim.withLock { $0 = running.id }
    #expect(running.wait().code == -SIGKILL)
    // What is waited for is here at once or never.
    work.environment["THUNDERID_TIMEOUT"] = "2"
    let made = work.records().count - before.count
    // Other lanes may have been at theirs.
    #expect(made >= nth && (lanes > 1 || made == nth))
    work.server.faults.clear()
    let run = try work.run("rollback", "--last", "--auto-approve")
    #expect(run.code == 0 && run.out.contains("0 added, 0 changed, \(made) destroyed"), "\(run)")
    #expect(work.records() == before)
  }

  @Test("what failed is listed, with the journal and the ways on", arguments: [true, false])
  func partlyApplied(isFirst: Bool) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(3))
    work.server.faults.set([
      Fault(
        .status(400, retryAfter: nil, .before), method: "POST", path: "/users", nth: isFirst ? 1 : 2,
        times: isFirst ? nil : 1)
    ])
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--parallelism", "1")
    let journal = try #require(work.runFiles(".ndjson").first)
    let id = ((journal as NSString).lastPathComponent as NSString).deletingPathExtension
    #expect(run.code == (isFirst ? 1 : 3), "\(run)")
    #expect(run.out.contains("Apply incomplete. Resources: \(isFirst ? 0 : 2) added"), "\(run)")
    #expect(run.err.contains("Not done:\n  users/user\(isFirst ? 0 : 1): failed: POST /users"), "\(run)")
    #expect(run.err.contains(journal) && run.err.contains("rollback \(id)") && run.err.contains("--resume \(id)"))
    work.server.faults.clear()
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    #expect(work.user("user1") != nil)
  }

  @Test("a journal that can't be written stops the run before the first write")
  func noJournal() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    try work.write(".thunderid-apply", "a file in the way")
    let run = try work.run("apply", "m.yaml", "--auto-approve")
    #expect(run.code == 1 && run.err.contains(".thunderid-apply"), "\(run)")
    #expect(work.user("user0") == nil)
  }

  @Test(
    "an interrupt lets the write in flight end, closes the journal and says how to go on", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(5))
    let running = Locked<RunningCommand?>(nil)
    // The answer to the second write is held until the signal has been taken note of.
    work.server.faults.set([
      Fault(
        .hook { _ in
          eventually { running.withLock { $0 } != nil }
          let command = running.withLock { $0 }
          command?.signal(signal)
          eventually { command?.errors.contains("Stopping") == true }
        }, method: "POST", path: "/users", nth: 2)
    ])
    let command = try work.start("apply", "m.yaml", "--auto-approve", "--parallelism", "1")
    running.withLock { $0 = command }
    let run = command.wait()
    #expect(run.code == 128 + signal, "\(run)")
    #expect(run.out.contains("users/user1: Creation complete") && !run.out.contains("users/user2: Creating"), "\(run)")
    #expect(run.err.contains("apply --resume") && run.err.contains("rollback"))
    #expect(work.user("user1") != nil && work.user("user2") == nil)
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
  }

  @Test("a reader of the output that went away ends nothing that is under way")
  func closedOutput() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(3))
    try work.write("reader.sh", "\"$1\" apply m.yaml --auto-approve | true; echo ${PIPESTATUS[0]} > code\n")
    let shell = Shell.run("cd '\(work.folder)' && bash reader.sh '\(RunningCommand.path)'", work.environment)
    #expect(shell == 0)
    #expect(work.read("code") == "0\n")
    #expect(work.user("user2") != nil)
  }
}
