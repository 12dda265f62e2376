import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// Stops like a killed process: after `writes` writes nothing gets through, the last one with or without effect.
private actor Dying: Server {
  nonisolated let address: String
  private let server: LiveServer
  private var left: Int
  private let lastTakesEffect: Bool

  init(_ server: LiveServer, writes: Int, lastTakesEffect: Bool) {
    self.server = server
    address = server.address
    left = writes
    self.lastTakesEffect = lastTakesEffect
  }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    if method != "GET" { left -= 1 }
    if left < 0 || (left == 0 && method != "GET") {
      if left == 0, lastTakesEffect, method != "GET" {
        _ = try await server.send(method, path, query: query, body: body)
      }
      var error = ThunderIDError(code: .networkError, message: "killed")
      error.mayHaveTakenEffect = true
      throw error
    }
    return try await server.send(method, path, query: query, body: body)
  }
}

struct UndoTests {
  @Test("for random worlds: apply, then the plan is empty; rollback, then all is as it was", arguments: 0..<25)
  func applyAndRollback(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let bench = try Bench()
    let old = World.random(&random)
    _ = try await bench.apply(old)
    let before = try await bench.state()
    let wanted = World.transition(from: old, to: World.random(&random))
    #expect(try await bench.apply(wanted).exitCode == .done)
    #expect(try await bench.plan(wanted).steps.isEmpty)
    let report = try await bench.rollback(try bench.lastJournal())
    #expect(report.exitCode == .done)
    #expect(try await bench.state() == before)
  }

  @Test(
    "killed after any write, with or without its effect: rollback restores, resume finishes", arguments: 0..<4,
    [false, true])
  func killed(seed: UInt64, lastTakesEffect: Bool) async throws {
    for writes in 1...8 {
      for undo in [true, false] {
        var random = SeededGenerator(seed: seed)
        let bench = try Bench()
        let old = World.random(&random)
        _ = try await bench.apply(old)
        let before = try await bench.state()
        let wanted = World.transition(from: old, to: World.random(&random))
        let plan = try await bench.plan(wanted)
        guard plan.steps.count >= writes else { continue }
        _ = try await bench.run(plan, on: Dying(bench.server, writes: writes, lastTakesEffect: lastTakesEffect))
        let record = try cut(bench.lastJournal(), writes: writes)
        if undo {
          #expect(try await bench.rollback(record).exitCode == .done)
          #expect(try await bench.state() == before, "seed \(seed), \(writes) writes")
        } else {
          #expect(try await bench.resume(record).report.exitCode == .done)
          #expect(try await bench.plan(wanted).steps.isEmpty, "seed \(seed), \(writes) writes")
        }
      }
    }
  }

  /// The journal as a kill leaves it: it ends in the middle of the line after the last `before`.
  private func cut(_ record: JournalRecord, writes: Int) throws -> JournalRecord {
    let lines = try String(contentsOfFile: record.path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var befores = 0
    for line in lines {
      if line.hasPrefix(#"{"type":"before""#) { befores += 1 }
      kept.append(line)
      if befores == writes { break }
    }
    let text = kept.joined(separator: "\n") + "\n" + #"{"type":"after","st"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: record.path))
    let cut = try JournalRecord(path: record.path)
    #expect(cut.isTorn && !cut.isComplete)
    return cut
  }

  @Test("a rollback can be rolled back")
  func redo() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a", [("given_name", "Old")])])
    let wanted = [person("a", [("given_name", "New")]), person("b")]
    _ = try await bench.apply(wanted)
    _ = try await bench.rollback(try bench.lastJournal())
    _ = try await bench.rollback(try bench.lastJournal())
    #expect(try await bench.plan(wanted).steps.isEmpty)
  }

  @Test("a deleted application comes back with its client id, and its agents' owner with a new id")
  func clientIDComesBack() async throws {
    let bench = try Bench()
    let config: JSONValue = [
      [
        "type": "oauth2",
        "config": [
          "clientId": "portal", "grantTypes": ["client_credentials"], "tokenEndpointAuthMethod": "client_secret_basic",
        ],
      ]
    ]
    let all = [application("Portal", [("inboundAuthConfig", config)]), person("jane"), agent("Sync", owner: "jane")]
    _ = try await bench.apply(all)
    let before = try await bench.state()
    let gone = all.map { resource -> DesiredResource in
      var resource = resource
      resource.lifecycle.state = .absent
      resource.references = []
      return resource
    }
    _ = try await bench.apply(gone)
    let (report, events) = try await bench.run(
      try await Rollback(of: try bench.lastJournal(), server: bench.server).plan())
    #expect(report.exitCode == .done && events.contains("secret applications/Portal clientSecret"), "\(events)")
    let after = try await bench.state()
    #expect(after == before)
  }

  @Test("damage in the middle of a journal is refused with its line, a version of another tool too")
  func damaged() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a")])
    let path = try bench.lastJournal().path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacingOccurrences(of: #""outcome":"done""#, with: #""outcome":"odd""#).utf8).write(
      to: URL(fileURLWithPath: path))
    let error = #expect(throws: FileError.self) { try JournalRecord(path: path) }
    #expect(error?.description.contains(".ndjson:4 is damaged") == true, "\(error?.description ?? "")")
    try Data(text.replacingOccurrences(of: #""formatVersion":1"#, with: #""formatVersion":7"#).utf8).write(
      to: URL(fileURLWithPath: path))
    #expect(throws: FileError.self) { try JournalRecord(path: path) }
  }
}
