import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

struct AmbiguityTests {
  enum Write: String, CaseIterable { case create, update, delete }
  enum Trouble: String, CaseIterable { case resetBefore, resetAfter, errorBefore, errorAfter, notJSON }

  private func fault(_ trouble: Trouble, method: String) -> Fault {
    let kind: Fault.Kind =
      switch trouble {
      case .resetBefore: .reset(.before)
      case .resetAfter: .reset(.after)
      case .errorBefore: .status(500, retryAfter: nil, .before)
      case .errorAfter: .status(500, retryAfter: nil, .after)
      case .notJSON: .notJSON
      }
    return Fault(kind, method: method, path: "*")
  }

  @Test(
    "an unclear answer is resolved by reading, and the write is there once", arguments: Write.allCases, Trouble.allCases
  )
  func resolved(write: Write, trouble: Trouble) async throws {
    let bench = try Bench()
    if write != .create { _ = try await bench.apply([person("a", [("given_name", "Old")]), person("b")]) }
    let target = person("a", [("given_name", "New")]) { if write == .delete { $0.lifecycle.state = .absent } }
    let plan = try await bench.plan([target])
    let method = ["create": "POST", "update": "PUT", "delete": "DELETE"][write.rawValue] ?? ""
    bench.sandbox.faults.set([fault(trouble, method: method)])
    let (report, events) = try await bench.run(plan)
    bench.sandbox.faults.clear()
    #expect(report.exitCode == .done, "\(events)")
    #expect(report.done == 1)
    let found = try await IdentityLookup(server: bench.server).find(plan.steps[0])
    #expect(found.count == (write == .delete ? 0 : 1))
    #expect(found.first?.record["attributes"]?["given_name"] == (write == .delete ? nil : "New"))
    let outcome = try bench.lastJournal().states["s1"]?.outcome
    #expect(outcome == .done)
  }

  @Test("a write that never takes effect is tried three times and then reported")
  func givesUp() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([person("a")])
    bench.sandbox.faults.set([Fault(.status(500, retryAfter: nil, .before), method: "POST", path: "/users", times: 9)])
    let (report, events) = try await bench.run(plan)
    #expect(report.exitCode == .error && events.count == 1, "\(events)")
    #expect(bench.sandbox.faults.met.first == 3)
  }

  @Test("a write that took effect twice is reported with both ids and never picked from")
  func twice() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([person("a")])
    let server = Doubling(server: bench.server, sandbox: bench.sandbox)
    let (report, events) = try await bench.run(plan, on: server)
    #expect(report.exitCode == .error)
    #expect(events.count == 1 && events[0].contains("the server has 2 of it now"), "\(events)")
    #expect(try bench.lastJournal().states["s1"]?.outcome == .unknown)
  }

  @Test("what came between is told from what was sent")
  func somebodyElse() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([person("a", [("given_name", "Mine")])])
    let body: JSONValue = [
      "ouId": .string(defaultUnit), "type": "Person",
      "attributes": ["username": "a", "email": "a@example.com", "given_name": "Theirs"],
    ]
    _ = bench.body("POST", "/users", body)
    bench.sandbox.faults.set([Fault(.reset(.before), method: "POST", path: "/users")])
    let (report, events) = try await bench.run(plan)
    #expect(report.exitCode == .error)
    #expect(events.first?.contains("differs: /attributes/given_name") == true, "\(events)")
  }
}

/// A server that makes two of each user and loses the answer: ThunderID does so under simultaneous POSTs.
private struct Doubling: Server {
  let server: LiveServer
  let sandbox: SandboxServer
  var address: String { server.address }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    if method == "POST" {
      _ = try await server.send(method, path, query: query, body: body)
      var error = ThunderIDError(code: .networkError, message: "The connection broke.")
      error.mayHaveTakenEffect = true
      throw error
    }
    let answer = try await server.send(method, path, query: query, body: body)
    guard query.contains(where: { $0.0 == "filter" }), let row = answer?["users"]?[0] else { return answer }
    return ["totalResults": 2, "users": .array([row, row.setting("twin", at: JSONPointer(["id"]))])]
  }
}
