import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// Fields that the manifest tags with `!secret` although the server shows them.
struct TaggedSecretTests {
  private func tagged(_ familyName: String, given: String) -> DesiredResource {
    person("a", [("given_name", .string(given)), ("family_name", .string(familyName))]) { resource in
      resource.fields.content = .object(
        (resource.fields.members ?? []).map { member in
          guard member.key == "attributes" else { return member }
          var member = member
          member.value.content = .object(
            (member.value.members ?? []).map { attribute in
              var attribute = attribute
              if attribute.key == "family_name" { attribute.value.isSensitive = true }
              return attribute
            })
          return member
        })
    }
  }

  private func live(_ bench: Bench) async throws -> JSONValue? {
    let step = Step(
      id: "", address: Address(kind: "users", identity: "a"), action: .create, body: ["attributes": ["username": "a"]])
    return try await IdentityLookup(server: bench.server).find(step).first?.record["attributes"]
  }

  /// All that stands in the working folder.
  private func files(_ bench: Bench) throws -> String {
    try Journal.list(in: bench.folder).map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
  }

  @Test("they stand in no journal, neither of the run nor of its undoing, and the undoing leaves them as they are")
  func undo() async throws {
    let bench = try Bench()
    #expect(try await bench.apply([tagged("Hidden-1", given: "Old")]).exitCode == .done)
    #expect(try await bench.apply([tagged("Hidden-2", given: "New")]).exitCode == .done)
    let plan = try await Rollback(of: try bench.lastJournal(), server: bench.server).plan()
    #expect(plan.steps[0].notes.count == 1 && plan.steps[0].notes[0].contains("/attributes/family_name"))
    #expect(DryRun.requests(of: plan).joined().contains(Secret.mask))
    #expect(!DryRun.requests(of: plan).joined().contains("Hidden"))
    #expect(try await bench.run(plan).report.exitCode == .done)
    #expect(try await live(bench)?["given_name"] == "Old")
    #expect(try await live(bench)?["family_name"] == "Hidden-2")
    #expect(try !files(bench).contains("Hidden"))
  }

  @Test("what a run created with one is deleted by its undoing without writing it down")
  func undoCreate() async throws {
    let bench = try Bench()
    _ = try await bench.apply([tagged("Hidden-1", given: "Old")])
    #expect(try await bench.rollback(try bench.lastJournal()).exitCode == .done)
    #expect(try await live(bench) == nil)
    #expect(try !files(bench).contains("Hidden"))
    let redo = try await Rollback(of: try bench.lastJournal(), server: bench.server).plan()
    #expect(redo.steps[0].notes.contains { $0.contains("/attributes/family_name") })
  }

  @Test("a server that repeats a secret in its complaint does not get it into the output or the journal")
  func complaint() async throws {
    let bench = try Bench()
    let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
    let plan = try await bench.plan([
      person("a") {
        $0.secrets = [
          SecretField(
            pointer: pointer("/attributes/password"), secret: Secret("Hunter-22", origin: .literal(at: place)),
            location: place)
        ]
      }
    ])
    let (_, events) = try await bench.run(plan, on: Talkative(server: bench.server))
    #expect(events == ["failed users/a: bad value \"\(Secret.mask)\""])
    #expect(try !files(bench).contains("Hunter-22"))
  }
}

/// A server that repeats what it was sent.
private struct Talkative: Server {
  let server: LiveServer
  var address: String { server.address }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    guard method == "POST" else { return try await server.send(method, path, query: query, body: body) }
    let password = body?["attributes"]?["password"]?.stringValue ?? ""
    throw ThunderIDError(code: .invalidInput, message: "bad value \"\(password)\"")
  }
}
