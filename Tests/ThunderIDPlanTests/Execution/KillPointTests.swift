import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// What a kill at one moment of a run leaves: the journal's bytes and the server's state.
private struct Remains: Sendable {
  var journal: Data
  var state: Data
  var moment: String
}

/// Passes everything on and keeps what a kill right before and right after each write would leave.
private final class Witness: Server {
  let address: String
  private let server: LiveServer
  private let stateFile: String
  private let folder: String
  private let kept = Locked<[Remains]>([])

  init(_ bench: Bench, stateFile: String) {
    server = bench.server
    address = bench.server.address
    folder = bench.folder
    self.stateFile = stateFile
  }

  var remains: [Remains] { kept.withLock { $0 } }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    guard method != "GET" else { return try await server.send(method, path, query: query, body: body) }
    try keep("before \(method) \(path)")
    let answer = try await server.send(method, path, query: query, body: body)
    try keep("after \(method) \(path)")
    return answer
  }

  func keep(_ moment: String) throws {
    let journal = try Data(contentsOf: URL(fileURLWithPath: try #require(Journal.list(in: folder).last)))
    let state = try Data(contentsOf: URL(fileURLWithPath: stateFile))
    kept.withLock { $0.append(Remains(journal: journal, state: state, moment: moment)) }
  }
}

struct KillPointTests {
  /// Puts remains in place of a run, on a server of its own.
  private func revive(_ remains: Remains, torn: String) throws -> (bench: Bench, record: JournalRecord) {
    let folder = NSTemporaryDirectory() + "remains-" + UUID().uuidString
    let state = folder + ".state.json"
    try remains.state.write(to: URL(fileURLWithPath: state))
    let bench = try Bench(SandboxServer(file: state))
    bench.leftovers.append(state)
    let runs = bench.folder + "/" + Journal.folder
    try DurableFile.makeFolder(runs)
    let path = runs + "/20260101T000000.000Z-killed.ndjson"
    try (remains.journal + Data(torn.utf8)).write(to: URL(fileURLWithPath: path))
    return (bench, try JournalRecord(path: path))
  }

  /// Goes from one manifest to the next, kills that run at every moment, and undoes and finishes each of its remains.
  private func killEverywhere(
    from old: [DesiredResource], to wanted: [DesiredResource], _ scenario: Comment
  ) async throws {
    let file = NSTemporaryDirectory() + "state-" + UUID().uuidString + ".json"
    let bench = try Bench(SandboxServer(file: file))
    bench.leftovers.append(file)
    #expect(try await bench.apply(old).exitCode == .done, scenario)
    let before = try await bench.state()
    let plan = try await bench.plan(wanted)
    guard !plan.steps.isEmpty else { return }
    let witness = Witness(bench, stateFile: file)
    let (report, events) = try await bench.run(plan, on: witness)
    #expect(report.exitCode == .done, "\(scenario) \(events)")
    try witness.keep("at the end")
    let target = try await bench.state()
    #expect(witness.remains.count == plan.steps.count * 2 + 1, scenario)
    for remains in witness.remains {
      for torn in ["", #"{"type":"after","step":"s1","outc"#] {
        let undone = try revive(remains, torn: torn)
        #expect(undone.record.isTorn == !torn.isEmpty)
        let undoing = try await undone.bench.run(
          try await Rollback(of: undone.record, server: undone.bench.server).plan())
        #expect(undoing.report.exitCode == .done, "\(scenario) \(remains.moment): \(undoing.events)")
        #expect(try await undone.bench.state() == before, "rollback, \(scenario) \(remains.moment)")
        let finished = try revive(remains, torn: torn)
        let (resumed, events, _) = try await finished.bench.resume(finished.record)
        #expect(resumed.exitCode == .done, "\(scenario) \(remains.moment): \(events)")
        #expect(try await finished.bench.state() == target, "resume, \(scenario) \(remains.moment)")
        // What was resumed is one run: undoing it goes back to before its first part.
        #expect(try await finished.bench.rollback(try JournalRecord(path: finished.record.path)).exitCode == .done)
        #expect(try await finished.bench.state() == before, "rollback of resume, \(scenario) \(remains.moment)")
      }
    }
  }

  @Test("killed at any moment, with a torn line or without: a rollback restores, a resume finishes", arguments: 0..<6)
  func anyMoment(seed: UInt64) async throws {
    var random = SeededGenerator(seed: 400 + seed)
    let old = World.random(&random)
    try await killEverywhere(from: old, to: World.transition(from: old, to: World.random(&random)), "seed \(seed)")
  }

  private let tree = """
    organizationUnits:
      - { path: default/acme, name: Acme }
      - { path: default/acme/eng, name: Engineering }
    users:
      - { ou: default/acme/eng, type: Person, attributes: { username: jane, email: jane@acme.example } }
    applications:
      - { name: Portal, type: custom, ou: default/acme }
    agents:
      - { name: Sync, type: default, ou: default/acme/eng, owner: users/jane }
    """

  @Test("so with units and what lives in them: made, and deleted from the leaves up", arguments: [true, false])
  func units(isMade: Bool) async throws {
    let there = try parsed(tree).resources
    let gone = there.map { resource in
      var resource = resource
      resource.lifecycle.state = .absent
      return resource
    }
    try await killEverywhere(from: isMade ? gone : there, to: isMade ? there : gone, "units, made: \(isMade)")
  }

  @Test("so with two that exchange a unique value through a temporary one")
  func exchange() async throws {
    let users = { (a: String, b: String) in
      try parsed(
        """
        users:
          - { ou: default, type: Person, attributes: { username: a, email: \(a)@x.example } }
          - { ou: default, type: Person, attributes: { username: b, email: \(b)@x.example } }
        """
      ).resources
    }
    let plan = try users("two", "one")
    try await killEverywhere(from: try users("one", "two"), to: plan, "exchange")
  }
}
