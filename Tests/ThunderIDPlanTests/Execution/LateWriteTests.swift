import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

@Suite("Writes that the server was still at when the run ended")
struct LateWriteTests {
  /// A run whose create of a user was sent and never answered, as its journal tells.
  private func lost(_ bench: Bench, age: Double = 0) async throws -> JournalRecord {
    _ = try await bench.apply([person("a")])
    let path = try bench.lastJournal().path
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").prefix(3)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let id = try #require(try await find(bench))
    _ = bench.body("DELETE", "/users/\(id)")
    var record = try JournalRecord(path: path)
    record.age = age
    return record
  }

  private func find(_ bench: Bench) async throws -> String? {
    try await IdentityLookup(server: bench.server).find(try await bench.plan([person("a")]).steps.first ?? step).first?
      .id
  }

  private var step: Step {
    var step = Step(id: "s1", address: Address(kind: "users", identity: "a"), action: .create)
    step.identifiedBy = "username"
    return step
  }

  @Test("a create that comes to be while it is sent again is the run's own")
  func adopted() async throws {
    for isOwn in [true, false] {
      let bench = try Bench()
      var plan = try await bench.plan([person("a")])
      _ = try await bench.apply([person("a")])
      plan.steps[0].mayHaveBeenSent = isOwn
      let (report, events) = try await bench.run(plan)
      #expect(report.exitCode == (isOwn ? .done : .stale), "\(events)")
      #expect(users(of: bench.sandbox) == 2)
    }
  }

  @Test("the journal knows which writes were lost, also when they were sent again since")
  func known() async throws {
    let bench = try Bench()
    defer { withExtendedLifetime(bench) {} }
    let record = try await lost(bench)
    #expect(record.states["s1"]?.hasLostWrite == true && record.isOpen(record.steps[0]))
    let before = try String(contentsOfFile: record.path, encoding: .utf8)
    let line = try #require(before.split(separator: "\n").last)
    for (outcome, isOpen) in [("stale", false), ("done", false), ("unknown", true)] {
      let after = #"{"type":"after","step":"s1","outcome":"\#(outcome)","id":null,"message":null}"#
      try Data((before + line + "\n" + after + "\n").utf8).write(to: URL(fileURLWithPath: record.path))
      let again = try JournalRecord(path: record.path)
      #expect(again.states["s1"]?.hasLostWrite == true && again.isOpen(again.steps[0]) == isOpen, "\(outcome)")
    }
  }

  @Test("it waits until the write took effect, and no longer than a server may be at it")
  func waits() async throws {
    let bench = try Bench()
    let record = try await lost(bench, age: 10)
    let waited = Locked<[Double]>([])
    var told: [Int] = []
    let patient = Settling(of: record, server: bench.server, patience: 30) { seconds in
      waited.withLock { $0.append(seconds) }
    }
    try await patient.wait { told += [$0, $1] }
    #expect(told == [1, 20] && abs(waited.withLock { $0.reduce(0, +) } - 20) < 0.001)

    let sandbox = bench.sandbox
    let body = record.steps[0].body?.bytes()
    let count = Locked(0)
    try await Settling(of: record, server: bench.server, patience: 30) { _ in
      guard
        count.withLock({
          $0 += 1; return $0
        }) == 2
      else { return }
      _ = sandbox.handle(
        HTTPRequest(
          method: "POST", url: "http://127.0.0.1/users",
          headers: HTTPHeaders([("Authorization", "Bearer sandbox-admin")]),
          body: body))
    }.wait { _, _ in }
    #expect(count.withLock { $0 } == 2)
  }

  @Test("an old run is not waited for, nor one whose writes all have their end")
  func past() async throws {
    let bench = try Bench()
    let old = try await lost(bench, age: 31)
    let never = { @Sendable (_: Double) async throws -> Void in Issue.record("waited") }
    try await Settling(of: old, server: bench.server, patience: 30, pause: never).wait { _, _ in }
    _ = try await bench.apply([person("b")])
    try await Settling(of: try bench.lastJournal(), server: bench.server, patience: 30, pause: never).wait { _, _ in }
  }

  @Test("a rollback that does not see it says that it may still come", arguments: [5.0, 3600])
  func rollback(age: Double) async throws {
    let bench = try Bench()
    let record = try await lost(bench, age: age)
    let plan = try await Rollback(of: record, server: bench.server).plan()
    #expect(plan.steps.isEmpty)
    let warning = plan.warnings.first?.message
    #expect(age > 600 ? warning == nil : warning?.contains("users/a was sent and its answer lost") == true)
  }
}
