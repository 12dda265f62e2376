import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// Runs with several lanes: over a server that notes how many requests are under way and what of.
@Suite struct LanesTests {
  private struct Watched: Server {
    struct State: Sendable {
      var now: [String: Int] = [:]
      var most = 0
      var overlaps: [String] = []
      var units = 0
      var writes: [String] = []
    }

    let base: any Server
    let state = Locked(State())
    var address: String { base.address }

    func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue?
    {
      let subject = (body?["attributes"]?["username"] ?? body?["name"])?.stringValue ?? path
      let isUnit = path.hasPrefix("/organization-units") && method != "GET"
      state.withLock { state in
        if state.now[subject, default: 0] > 0, method != "GET", method != "POST" || body != nil {
          state.overlaps.append(subject)
        }
        state.now[subject, default: 0] += 1
        state.most = max(state.most, state.now.values.reduce(0, +))
        if isUnit {
          if state.units > 0 { state.overlaps.append(path) }
          state.units += 1
        }
        if method != "GET" { state.writes.append(method + " " + path) }
      }
      defer {
        state.withLock {
          $0.now[subject, default: 1] -= 1
          if isUnit { $0.units -= 1 }
        }
      }
      try await Task.sleep(for: .milliseconds(2))
      return try await base.send(method, path, query: query, body: body)
    }
  }

  @Test("no more requests than lanes, and as many, never two writes of one thing", arguments: [1, 4, 16])
  func lanes(count: Int) async throws {
    let bench = try Bench()
    let watched = Watched(base: bench.server)
    let resources = (0..<40).map { person("u\($0)") }
    let (report, _) = try await bench.run(try await bench.plan(resources), on: watched, lanes: count)
    #expect(report.added == 40 && report.exitCode == .done)
    let updates = (0..<40).map { person("u\($0)", [("given_name", "N")]) }
    #expect(try await bench.run(try await bench.plan(updates), on: watched, lanes: count).report.changed == 40)
    let state = watched.state.withLock { $0 }
    #expect(state.most == count && state.overlaps.isEmpty && state.writes.count == 80)
    #expect(try await bench.plan(updates).steps.isEmpty)
  }

  @Test("a company goes up, changes and comes down by lanes as it does one by one", arguments: [1, 8])
  func company(lanes: Int) async throws {
    let bench = try Bench()
    let before = try await bench.state()
    let watched = Watched(base: bench.server)
    var units = ["a", "a/b", "a/b/c", "d"].map {
      declared("organizationUnits", ["path": .string($0), "name": .string("Unit " + $0)])
    }
    for index in units.indices { Kinds.named("organizationUnits")?.expand(&units[index]) }
    let people = (0..<20).map { person("u\($0)") }
    let agents = (0..<10).map { agent("Agent \($0)", owner: "u\($0)") }
    let plan = try await bench.plan(units + people + agents)
    let (report, events) = try await bench.run(plan, on: watched, lanes: lanes)
    #expect(report.exitCode == .done && report.added == 34, "\(events)")
    #expect(try await bench.rollback(try bench.lastJournal()).destroyed == 34)
    #expect(try await bench.state() == before)
    #expect(watched.state.withLock { $0.overlaps.isEmpty })
  }

  @Test("a stop lets what is under way end, sends nothing more, and a resume does the rest", arguments: [2, 8, 32])
  func stop(lanes: Int) async throws {
    let bench = try Bench()
    let watched = Watched(base: bench.server)
    let plan = try await bench.plan((0..<60).map { person("u\($0)") })
    let sandbox = bench.sandbox
    let former = users(of: sandbox)
    let (report, events) = try await bench.run(
      plan, on: watched, lanes: lanes, stop: { users(of: sandbox) >= former + 10 })
    #expect(report.stopped == .interrupted && report.failed == 0 && report.added + report.skipped == 60)
    #expect(report.added >= 10 && report.added < 10 + 2 * lanes && events.count == 60)
    let record = try bench.lastJournal()
    #expect(record.steps.count { record.mayHaveTakenEffect($0) } == report.added)
    let (rest, _, _) = try await bench.resume(record)
    #expect(rest.added == 60 - report.added && users(of: sandbox) == former + 60)
  }

  @Test("one flush of the journal serves several writes under way")
  func groupCommit() async throws {
    let saves = Locked<[[Int]]>([])
    let commit = GroupCommit<Int> { batch in
      saves.withLock { $0.append(batch) }
      Thread.sleep(forTimeInterval: 0.002)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 { group.addTask { try await commit.add(number) } }
      try await group.waitForAll()
    }
    commit.addWithoutWaiting(200)
    await commit.flush()
    let batches = saves.withLock { $0 }
    #expect(batches.flatMap { $0 }.sorted() == Array(0...200) && batches.count < 100)
  }

  @Test("a save that fails fails all that it was for, and is remembered; the next may work")
  func failedCommit() async throws {
    let isBroken = Locked(true)
    let commit = GroupCommit<Int> { _ in
      if isBroken.withLock({ $0 }) { throw FileError("full") }
    }
    await #expect(throws: FileError.self) { try await commit.add(1) }
    isBroken.withLock { $0 = false }
    try await commit.add(2)
    #expect(commit.failure != nil)
  }

  @Test("steps are looked at ahead as far as the server takes them in a moment, and not with one lane")
  func lookahead() {
    let time = Locked(0.0)
    var fast = Lookahead(lanes: 4) { time.withLock { $0 } }
    #expect(fast.width == 4)
    for _ in 0..<100 {
      time.withLock { $0 += 0.001 }
      fast.tookOne()
    }
    #expect((23...24).contains(fast.width))
    #expect(fast.room(beside: 20) == 20 && fast.room(beside: 12) == fast.width)
    for _ in 0..<100 {
      time.withLock { $0 += 0.1 }
      fast.tookOne()
    }
    #expect(fast.width == 4 && fast.room(beside: 3) == 4)
    var single = Lookahead(lanes: 1) { time.withLock { $0 } }
    single.tookOne()
    single.tookOne()
    #expect(single.width == 1)
  }
}
