import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Rollback on failure")
struct RollbackOnFailureTests {
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(5))
    work.server.faults.set([Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "/users", nth: 3)])
    return work
  }

  @Test("what was done is undone without asking, and the exit code says that nothing is applied")
  func undone() throws {
    let work = try workplace()
    let records = work.records()
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure")
    #expect(run.code == 1, "\(run)")
    #expect(run.out.contains("Apply incomplete. Resources: 4 added"), "\(run)")
    #expect(run.err.contains("Undoing what was done") && run.out.contains("0 added, 0 changed, 4 destroyed"), "\(run)")
    #expect(work.records() == records && work.runFiles(".ndjson").count == 2)
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0, "an undoing can be undone")
    #expect(work.user("user4") != nil)
  }

  @Test("where the undoing fails too, the exit code says that something is applied")
  func notUndone() throws {
    let work = try workplace()
    work.server.faults.add(
      Fault(.status(403, retryAfter: nil, .before), method: "DELETE", path: "/users/*", times: nil))
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure")
    #expect(run.code == 3, "\(run)")
  }

  @Test("a run that did all, or nothing, is left as it is")
  func nothingToUndo() throws {
    let work = try workplace()
    work.server.faults.clear()
    #expect(try work.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure").code == 0)
    #expect(work.user("user4") != nil)
    let other = try workplace()
    other.server.faults.set([Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "/users", times: nil)])
    #expect(try other.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure").code == 1)
    #expect(other.runFiles(".ndjson").count == 1)
  }

  @Test("one document of JSON can't hold two runs; events can")
  func json() throws {
    let work = try workplace()
    #expect(try work.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure", "--json").code == 64)
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--rollback-on-failure", "--json-events")
    let events = try run.out.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(events.filter { $0["type"] == "summary" }.count == 2 && run.code == 1)
  }
}
