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

  @Test(
    "killed at any moment, with a torn line or without: a rollback restores, a resume finishes", arguments: 0..<8)
  func anyMoment(seed: UInt64) async throws {
    var random = SeededGenerator(seed: 400 + seed)
    let file = NSTemporaryDirectory() + "state-" + UUID().uuidString + ".json"
    let bench = try Bench(SandboxServer(file: file))
    bench.leftovers.append(file)
    let old = World.random(&random)
    _ = try await bench.apply(old)
    let before = try await bench.state()
    let wanted = World.transition(from: old, to: World.random(&random))
    let plan = try await bench.plan(wanted)
    guard !plan.steps.isEmpty else { return }
    let witness = Witness(bench, stateFile: file)
    #expect(try await bench.run(plan, on: witness).report.exitCode == .done)
    try witness.keep("at the end")
    let target = try await bench.state()
    #expect(witness.remains.count == plan.steps.count * 2 + 1)
    for remains in witness.remains {
      for torn in ["", #"{"type":"after","step":"s1","outc"#] {
        let undone = try revive(remains, torn: torn)
        #expect(undone.record.isTorn == !torn.isEmpty)
        let report = try await undone.bench.rollback(undone.record)
        #expect(report.exitCode == .done, "seed \(seed) \(remains.moment)")
        #expect(try await undone.bench.state() == before, "rollback, seed \(seed) \(remains.moment)")
        let finished = try revive(remains, torn: torn)
        let (resumed, events, _) = try await finished.bench.resume(finished.record)
        #expect(resumed.exitCode == .done, "seed \(seed) \(remains.moment): \(events)")
        #expect(try await finished.bench.state() == target, "resume, seed \(seed) \(remains.moment)")
        // What was resumed is one run: undoing it goes back to before its first part.
        #expect(try await finished.bench.rollback(try JournalRecord(path: finished.record.path)).exitCode == .done)
        #expect(try await finished.bench.state() == before, "rollback of resume, seed \(seed) \(remains.moment)")
      }
    }
  }
}
