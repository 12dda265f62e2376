import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

struct SecretsOutputTests {
  private let portal = Address(kind: "applications", identity: "Portal")

  private func content(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("a run that goes on keeps the secrets that its first part delivered")
  func goesOn() async throws {
    let bench = try Bench()
    let journal = bench.folder + "/run.ndjson"
    try await SecretsOutput(beside: journal).deliver(portal, name: "clientSecret", value: "one", clientID: "c")
    let other = Address(kind: "applications", identity: "Other")
    try await SecretsOutput(beside: journal).deliver(other, name: "clientSecret", value: "two", clientID: nil)
    let file = try content(bench.folder + "/run.secrets.json")
    #expect(file["applications/Portal"] == ["clientId": "c", "clientSecret": "one"])
    #expect(file["applications/Other"] == ["clientSecret": "two"])
  }

  @Test("another secret under the same name does not take the former one away")
  func replaced() async throws {
    let bench = try Bench()
    let path = bench.folder + "/s.json"
    for (value, client) in [("one", "c1"), ("one", "c1"), ("two", "c2"), ("three", "c3")] {
      try await SecretsOutput(given: path).deliver(portal, name: "clientSecret", value: value, clientID: client)
    }
    #expect(
      try content(path)["applications/Portal"] == [
        "clientId": "c3", "clientSecret": "three",
        "replaced": [["clientSecret": "one", "clientId": "c1"], ["clientSecret": "two", "clientId": "c2"]],
      ])
  }

  @Test("what is no ordinary file of secrets is refused and stays as it is")
  func refused() throws {
    let bench = try Bench()
    let files = FileManager.default
    let (text, link, folder) = (bench.folder + "/text", bench.folder + "/link", bench.folder + "/folder")
    try Data("no JSON".utf8).write(to: URL(fileURLWithPath: text))
    try files.createSymbolicLink(atPath: link, withDestinationPath: text)
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for path in [text, link, folder, "/dev/null", "/dev/stdout", bench.folder + "/no/such.json"] {
      #expect(throws: FileError.self, "\(path)") { try SecretsOutput(given: path) }
    }
    #expect(files.contents(atPath: text) == Data("no JSON".utf8))
    #expect(try files.destinationOfSymbolicLink(atPath: link) == text)
    #expect(try files.contentsOfDirectory(atPath: bench.folder).sorted() == ["folder", "link", "text"])
  }

  @Test("a secret that can't be saved is said to be lost, the application stands in the journal, and the run stops")
  func cannotBeSaved() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([application("A"), application("B")])
    let path = bench.folder + "/deep/s.json"
    try FileManager.default.createDirectory(atPath: bench.folder + "/deep", withIntermediateDirectories: false)
    // The folder goes while the first create is under way.
    let folder = bench.folder + "/deep"
    bench.sandbox.faults.set([
      Fault(
        .hook { _ in try? FileManager.default.removeItem(atPath: folder) }, method: "POST", path: "/applications")
    ])
    let (report, events) = try await bench.run(plan, secretsFile: path)
    #expect(report.exitCode == .partlyApplied && report.added == 1 && report.skipped == 1)
    #expect(
      events.count == 2 && events[0].contains("could not be saved") && events[0].contains("--rotate"), "\(events)")
    #expect(try bench.lastJournal().states["s1"]?.outcome == .done)
    #expect(try await bench.rollback(try bench.lastJournal()).destroyed == 1)
  }
}
