import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

struct JournalTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func put(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("a line before each write says what it is of and what was there, the one after what came of it")
  func lines() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a", [("given_name", "Old")])])
    _ = try await bench.apply([person("a", [("given_name", "New")])])
    let lines = try text(bench.lastJournal().path).split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.map { $0["type"]?.stringValue } == ["run", "step", "before", "after", "end"])
    let id = try #require(lines[2]["id"]?.stringValue)
    #expect(lines[2]["address"] == "users/a" && lines[2]["action"] == "update" && lines[2]["method"] == "PUT")
    #expect(lines[2]["path"] == .string("/users/\(id)"))
    #expect(lines[2]["before"]?["attributes"]?["given_name"] == "Old")
    #expect(lines[3]["outcome"] == "done" && lines[3]["id"] == .string(id))
  }

  @Test("damage before the last line is refused by its line, whatever it is", arguments: ["garbage", "{}", "", "\0\0"])
  func damage(line: String) async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a")])
    let path = try bench.lastJournal().path
    var lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[2] = line
    try put(lines.joined(separator: "\n"), path)
    let error = #expect(throws: FileError.self) { try JournalRecord(path: path) }
    #expect(error?.description.contains(".ndjson:3 is damaged") == true, "\(error?.description ?? "")")
  }

  @Test("cut anywhere, a journal reads as its whole lines, and goes on behind them")
  func cut() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a")])
    let path = try bench.lastJournal().path
    let whole = Array(try text(path).utf8)
    // Head and steps come into being at once.
    let first = try #require(whole.firstIndex(of: 0x0A))
    let headEnd = try #require(whole[(first + 1)...].firstIndex(of: 0x0A))
    for length in stride(from: headEnd + 1, through: whole.count, by: 7) {
      try Data(whole[..<length]).write(to: URL(fileURLWithPath: path))
      let record = try JournalRecord(path: path)
      let lines = whole[..<length].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
      #expect(record.wholeLength == lines.reduce(0) { $0 + $1.count + 1 })
      #expect(record.isTorn == (record.wholeLength != length))
      try await Journal(continuing: record).write(.end(message: "later"))
      let continued = try JournalRecord(path: path)
      #expect(continued.isComplete && !continued.isTorn && continued.steps.count == record.steps.count)
    }
    try Data(whole[..<headEnd]).write(to: URL(fileURLWithPath: path))
    #expect(throws: FileError.self) { try JournalRecord(path: path) }
  }

  @Test("a journal that lacks a step is refused")
  func lackingStep() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a"), person("b")])
    let path = try bench.lastJournal().path
    var lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.remove(at: 2)
    try put(lines.joined(separator: "\n"), path)
    let error = #expect(throws: FileError.self) { try JournalRecord(path: path) }
    #expect(error?.description.contains("has 1 of 2 steps") == true, "\(error?.description ?? "")")
  }

  @Test("a full disk stops the run before the next write is sent")
  func fullDisk() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a")])
    var record = try bench.lastJournal()
    record.steps = try await bench.plan([person("b"), person("c")]).steps
    record.states = [:]
    // Takes no byte, ever.
    record.path = "/dev/full"
    let executor = Executor(
      server: bench.server, journal: try Journal(continuing: record),
      secrets: try SecretsOutput(beside: bench.folder + "/x.ndjson"))
    let report = await executor.run(record.steps)
    #expect(report.exitCode == .error && report.failed == 1 && report.skipped == 1)
    guard case .journal(let reason)? = report.stopped else {
      Issue.record("\(report)")
      return
    }
    #expect(reason.contains("No space left"))
    #expect(try await bench.plan([person("b"), person("c")]).summary.add == 2)
  }

  @Test("runs are listed in the order of their start and found by the beginning of their id, or by path")
  func find() throws {
    let bench = try Bench()
    var ids: [String] = []
    for second in 0..<3 {
      let id = Journal.newID(now: Date(timeIntervalSince1970: 1_800_000_000 + Double(second) * 0.4))
      let head = JournalHead(
        id: id, command: "apply", server: "s", manifestDigest: "", paths: [], toolVersion: "t", time: "")
      _ = try Journal(head: head, steps: [], in: bench.folder)
      ids.append(id)
    }
    #expect(
      Journal.list(in: bench.folder).map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension }
        == ids)
    #expect(try Journal.find(String(ids[1].prefix(22)), in: bench.folder).hasSuffix(ids[1] + ".ndjson"))
    let path = Journal.list(in: bench.folder)[2]
    #expect(try Journal.find(path, in: "/nowhere") == path)
    for run in ["", "2027", "20"] {
      #expect(throws: FileError.self, "\(run)") { try Journal.find(run, in: bench.folder) }
    }
  }

  @Test("two runs of one working folder wait for each other on one server only")
  func locks() throws {
    let bench = try Bench()
    let first = try RunLock(in: bench.folder, server: "https://a", timeout: 0)
    #expect(throws: Never.self) { try RunLock(in: bench.folder, server: "https://b", timeout: 0) }
    let refused = #expect(throws: FileError.self) { try RunLock(in: bench.folder, server: "https://a", timeout: 0) }
    #expect(refused?.description.contains("process \(ProcessInfo.processInfo.processIdentifier), since 2") == true)
    withExtendedLifetime(first) {}
  }
}
