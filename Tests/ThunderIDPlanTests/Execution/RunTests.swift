import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

struct RunTests {
  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("a run makes the plan true, in order, and plans nothing afterwards")
  func mainJob() async throws {
    let bench = try Bench()
    let wanted = [agent("Sync", owner: "jane"), person("jane"), application("Portal", [("description", "d")])]
    let (report, events) = try await bench.run(try await bench.plan(wanted))
    #expect(
      events
        == ["done users/jane", "done applications/Portal", "secret applications/Portal flowSecret", "done agents/Sync"]
        .sortedLike(events))
    #expect(report.added == 3 && report.exitCode == .done)
    #expect(try await bench.plan(wanted).steps.isEmpty)
    let journal = try bench.lastJournal()
    #expect(journal.isComplete && !journal.isTorn && journal.steps.count == 3)
    #expect(try mode(journal.path) == 0o600)
    #expect(try mode(bench.folder + "/.thunderid-apply/runs") == 0o700)
  }

  @Test("secrets of the manifest and of the server stand in no journal; what the server made is delivered, mode 0600")
  func secrets() async throws {
    let bench = try Bench()
    let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
    let config: JSONValue = [
      [
        "type": "oauth2",
        "config": [
          "clientId": "c1", "grantTypes": ["client_credentials"], "tokenEndpointAuthMethod": "client_secret_basic",
        ],
      ]
    ]
    let given = application("Given", [("inboundAuthConfig", config)]) {
      $0.secrets = [
        SecretField(
          pointer: pointer("/inboundAuthConfig/0/config/clientSecret"),
          secret: Secret("From-The-Manifest-1", origin: .literal(at: place)), location: place)
      ]
    }
    let made = application("Made", [("inboundAuthConfig", config.setting("c2", at: pointer("/0/config/clientId")))])
    let file = bench.folder + "/secrets.json"
    try Data(#"{"kept":{"a":"b"}}"#.utf8).write(to: URL(fileURLWithPath: file))
    let (report, _) = try await bench.run(try await bench.plan([given, made]), secretsFile: file)
    #expect(report.exitCode == .done)
    #expect(try mode(file) == 0o600)
    let content = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: file)))
    let secret = try #require(content["applications/Made"]?["clientSecret"]?.stringValue)
    #expect(content["kept"]?["a"] == "b" && content["applications/Given"]?["clientSecret"] == nil)
    let journal = try String(contentsOfFile: bench.lastJournal().path, encoding: .utf8)
    #expect(!journal.contains("From-The-Manifest-1") && !journal.contains(secret))
  }

  @Test("a journal or secrets file that can't be written refuses before anything is sent")
  func unwritable() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([person("a")])
    try Data().write(to: URL(fileURLWithPath: bench.folder + "/.thunderid-apply"))
    await #expect(throws: FileError.self) { try await bench.run(plan) }
    let other = try Bench()
    await #expect(throws: FileError.self) {
      try await other.run(plan, secretsFile: other.folder + "/no/such/folder/s.json")
    }
    #expect(try await bench.plan([person("a")]).summary.add == 1)
  }

  @Test("what moved since the plan is left alone by name, the rest goes on")
  func stale() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a"), person("b"), person("c")])
    let plan = try await bench.plan(
      [
        person("a", [("given_name", "A")]), person("b", [("given_name", "B")]),
        person("c") { $0.lifecycle.state = .absent },
      ])
    let id = try #require(plan.steps[0].liveID)
    let moved = try #require(plan.steps[0].before).setting("F", at: pointer("/attributes/family_name"))
    _ = bench.body("PUT", "/users/\(id)", moved)
    _ = bench.body("DELETE", "/users/\(try #require(plan.steps[2].liveID))")
    let (report, events) = try await bench.run(plan)
    #expect(
      events == [
        "stale users/a: changed on the server since the plan was made: /attributes/family_name", "done users/b",
        "done users/c: it was gone already",
      ])
    #expect(report.stale == 1 && report.changed == 1)
    #expect(try await bench.state().contains { $0.hasPrefix("users/a ") && $0.contains("\"family_name\":\"F\"") })
  }

  @Test("steps that wait for a failed one are left out; others go on")
  func dependents() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([agent("Sync", owner: "jane"), person("jane"), person("sam")])
    bench.sandbox.faults.set([Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "/users")])
    let (report, events) = try await bench.run(plan)
    #expect(
      events.map { $0.split(separator: ":")[0] } == ["failed users/jane", "skipped agents/Sync", "done users/sam"])
    #expect(report.exitCode == .partlyApplied)
  }

  @Test("a server that refuses or is gone stops the run", arguments: [(401, ExitCode.notAllowed), (403, .notAllowed)])
  func stops(status: Int, code: ExitCode) async throws {
    let bench = try Bench()
    let plan = try await bench.plan((0..<5).map { person("u\($0)") })
    bench.sandbox.faults.set([Fault(.status(status, retryAfter: nil, .before), method: "POST", path: "*", times: 99)])
    let (report, events) = try await bench.run(plan)
    #expect(report.exitCode == code)
    #expect(events.count == 5 && events.dropFirst().allSatisfy { $0.hasPrefix("skipped") })
    bench.sandbox.faults.set([
      Fault(.status(status, retryAfter: nil, .before), method: "POST", path: "*", nth: 3, times: 99)
    ])
    #expect(try await bench.run(plan).report.exitCode == .partlyApplied)
  }

  @Test("a stop that is asked for ends the run between two steps")
  func interrupted() async throws {
    let bench = try Bench()
    let plan = try await bench.plan((0..<4).map { person("u\($0)") })
    let former = users(of: bench.sandbox)
    let (report, _) = try await bench.run(plan, stop: { [sandbox = bench.sandbox] in users(of: sandbox) == former + 2 })
    #expect(report.stopped == .interrupted && report.added == 2 && report.exitCode == .interrupted)
  }

  @Test("one run at a time")
  func lock() throws {
    let bench = try Bench()
    var first: RunLock? = try RunLock(in: bench.folder, timeout: 0)
    let refused = #expect(throws: FileError.self) { try RunLock(in: bench.folder, timeout: 0) }
    #expect(refused?.description.contains("lock") == true)
    withExtendedLifetime(first) {}
    first = nil
    #expect(throws: Never.self) { try RunLock(in: bench.folder, timeout: 0) }
  }
}

extension [String] {
  /// These in the order in which they stand in `other`.
  fileprivate func sortedLike(_ other: [String]) -> [String] {
    sorted { (other.firstIndex(of: $0) ?? 99) < (other.firstIndex(of: $1) ?? 99) }
  }
}
