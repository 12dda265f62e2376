import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// Unclear answers whose truth lies deeper than "the record is there".
struct UnclearWriteTests {
  private func password(_ value: String) -> (inout DesiredResource) -> Void {
    let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
    return {
      $0.secrets = [
        SecretField(
          pointer: pointer("/attributes/password"), secret: Secret(value, origin: .literal(at: place)), location: place)
      ]
    }
  }

  private func rotating(_ identity: String, _ kind: String = "users") -> PlanOptions {
    var options = PlanOptions()
    options.rotate = [Address(kind: kind, identity: identity)]
    return options
  }

  private func client(secret: String? = nil) -> DesiredResource {
    let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
    let config: JSONValue = [
      [
        "type": "oauth2",
        "config": [
          "clientId": "c1", "grantTypes": ["client_credentials"], "tokenEndpointAuthMethod": "client_secret_basic",
        ],
      ]
    ]
    return application("Portal", [("inboundAuthConfig", config)]) { resource in
      guard let secret else { return }
      resource.secrets = [
        SecretField(
          pointer: pointer("/inboundAuthConfig/0/config/clientSecret"),
          secret: Secret(secret, origin: .literal(at: place)), location: place)
      ]
    }
  }

  private func signsIn(_ bench: Bench, _ secret: String) -> Bool {
    let credentials = Data("c1:\(secret)".utf8).base64EncodedString()
    return bench.sandbox.handle(
      HTTPRequest(
        method: "POST", url: "http://127.0.0.1/oauth2/token",
        headers: HTTPHeaders([
          ("Authorization", "Basic " + credentials), ("Content-Type", "application/x-www-form-urlencoded"),
        ]), body: Array("grant_type=client_credentials".utf8))
    ).status == 200
  }

  @Test("an update that only clears a field is not taken for done because nothing declared differs")
  func clearing() async throws {
    let bench = try Bench()
    _ = try await bench.apply([application("A", [("description", "d")])])
    let plan = try await bench.plan([application("A", [("description", .null)])])
    bench.sandbox.faults.set([Fault(.reset(.before), method: "PUT", path: "*")])
    #expect(try await bench.run(plan).report.changed == 1)
    #expect(try await bench.state().allSatisfy { !$0.contains("\"description\":\"d\"") })
  }

  @Test("a rotated client secret whose answer was lost is the new one", arguments: [Fault.Effect.before, .after])
  func rotation(effect: Fault.Effect) async throws {
    let bench = try Bench()
    _ = try await bench.apply([client(secret: "Old-Secret-1")])
    #expect(signsIn(bench, "Old-Secret-1"))
    let plan = try await bench.plan([client(secret: "New-Secret-2")], options: rotating("Portal", "applications"))
    bench.sandbox.faults.set([Fault(.reset(effect), method: "PUT", path: "*")])
    #expect(try await bench.run(plan).report.exitCode == .done)
    bench.sandbox.faults.clear()
    #expect(signsIn(bench, "New-Secret-2") && !signsIn(bench, "Old-Secret-1"))
  }

  @Test("an update whose password is refused is put back by a rollback, and counts as partly applied")
  func partial() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a", [("given_name", "Old")], edit: password("First-Pass-1"))])
    let before = try await bench.state()
    let plan = try await bench.plan(
      [person("a", [("given_name", "New")], edit: password("Second-Pass-2"))], options: rotating("a"))
    bench.sandbox.faults.set([
      Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "*/update-credentials")
    ])
    let (report, events) = try await bench.run(plan)
    #expect(report.exitCode == .partlyApplied && report.failed == 1, "\(events)")
    #expect(events.count == 1 && events[0].contains("its other fields were changed before that"), "\(events)")
    #expect(try await bench.state() != before)
    bench.sandbox.faults.clear()
    #expect(try await bench.rollback(try bench.lastJournal()).changed == 1)
    #expect(try await bench.state() == before)
  }

  @Test("a resume sets the password that an update had still to set, and keeps what was there at first")
  func resumedPassword() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a", [("given_name", "Old")], edit: password("First-Pass-1"))])
    let before = try await bench.state()
    let wanted = person("a", [("given_name", "New")], edit: password("Second-Pass-2"))
    let plan = try await bench.plan([wanted], options: rotating("a"))
    let path = "*/update-credentials"
    bench.sandbox.faults.set([Fault(.status(500, retryAfter: nil, .before), method: "POST", path: path, times: 9)])
    #expect(try await bench.run(plan).report.failed == 1)
    // Counts what comes from here on.
    bench.sandbox.faults.set([Fault(.hook { _ in }, method: "POST", path: path), Fault(.hook { _ in }, method: "PUT")])
    let (report, events, _) = try await bench.resume(try bench.lastJournal()) { $0.secrets = plan.steps[0].secrets }
    #expect(report.exitCode == .done && events == ["done users/a"])
    #expect(bench.sandbox.faults.met == [1, 0])
    #expect(try await bench.rollback(try bench.lastJournal()).changed == 1)
    #expect(try await bench.state() == before)
  }

  @Test("a create that lands while this tool waits to try again is adopted, not made twice")
  func slowServer() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([person("a")])
    let server = Slow(server: bench.server)
    let (report, events) = try await bench.run(plan, on: server, pause: { _ in try await server.land() })
    #expect(report.exitCode == .done && events == ["done users/a: the answer was lost; it took effect"])
    #expect(await server.sent == 1)
    #expect(try await IdentityLookup(server: bench.server).find(plan.steps[0]).count == 1)
  }

  @Test("where looking fails for want of a server, the run stops")
  func noStorm() async throws {
    let bench = try Bench()
    let plan = try await bench.plan((0..<5).map { person("u\($0)") })
    let server = Mute(server: bench.server)
    let (report, events) = try await bench.run(plan, on: server)
    #expect(report.failed == 1 && report.skipped == 4, "\(events)")
    #expect(events[0].contains("not clear whether it took effect: looking for it failed too"), "\(events)")
    guard case .unreachable? = report.stopped else {
      Issue.record("\(report)")
      return
    }
    #expect(report.exitCode == .unreachable)
  }

  @Test("a create whose answer names no id gets it by looking")
  func noID() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([agent("Sync", owner: "jane"), person("jane")])
    let (report, events) = try await bench.run(plan, on: Wordless(server: bench.server))
    #expect(report.exitCode == .done && report.added == 2, "\(events)")
    #expect(try bench.lastJournal().states["s1"]?.liveID != nil)
  }

  @Test(
    "a run that goes on does not write over what somebody changed meanwhile, saved plan or not",
    arguments: [true, false])
  func staleResume(isSaved: Bool) async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a"), person("b"), person("c")])
    var plan = try await bench.plan(["a", "b", "c"].map { person($0, [("given_name", "New")]) })
    var key: [UInt8] = []
    if isSaved {
      key = Array(1...32)
      let file = PlanFile(plan: plan, key: key, toolVersion: "t", paths: [])
      plan = try PlanFile(parsing: file.json.bytes()) { _, _, origin in Secret("", origin: origin) }.plan
      #expect(plan.steps.allSatisfy { $0.before == nil && $0.fingerprint != nil })
    }
    let sandbox = bench.sandbox
    _ = try await bench.run(plan, key: key, stop: { answer(of: sandbox, "/users?limit=100").contains("New") })
    let moved = try #require(
      try await IdentityLookup(server: bench.server).record(UserKind(), id: plan.steps[1].liveID ?? ""))
    _ = bench.body(
      "PUT", "/users/\(plan.steps[1].liveID ?? "")", moved.setting("F", at: pointer("/attributes/family_name")))
    let (report, events, _) = try await bench.resume(try bench.lastJournal())
    #expect(
      events == [
        "stale users/b: changed on the server since the plan was made: /attributes/family_name", "done users/c",
      ])
    #expect(report.exitCode == .stale)
  }

  @Test("an unclear update of a saved plan is resolved like any other")
  func savedPlan() async throws {
    let bench = try Bench()
    _ = try await bench.apply([person("a")])
    let file = PlanFile(
      plan: try await bench.plan([person("a", [("given_name", "New")])]), key: Array(1...32), toolVersion: "t",
      paths: [])
    let plan = try PlanFile(parsing: file.json.bytes()) { _, _, origin in Secret("", origin: origin) }.plan
    bench.sandbox.faults.set([Fault(.reset(.before), method: "PUT", path: "*")])
    #expect(try await bench.run(plan, key: file.key).report.changed == 1)
  }

  @Test("what a resume can't tell is left alone with what waits for it, and named")
  func unclearResume() async throws {
    let bench = try Bench()
    let plan = try await bench.plan([
      agent("Sync", owner: "jane"), person("jane", [("given_name", "Mine")]), person("sam"),
    ])
    _ = try await bench.run(plan, on: Mute(server: bench.server))
    let body: JSONValue = [
      "ouId": .string(defaultUnit), "type": "Person",
      "attributes": ["username": "jane", "email": "jane@example.com", "given_name": "Theirs"],
    ]
    _ = bench.body("POST", "/users", body)
    let (_, events, rest) = try await bench.resume(try bench.lastJournal())
    #expect(rest.unclear == ["s1"] && rest.plan.warnings.count == 1)
    #expect(events == ["skipped agents/Sync", "done users/sam"])
  }

  @Test("an undoing names what somebody else changed since, and only that")
  func touched() async throws {
    let bench = try Bench()
    _ = try await bench.apply([client(), person("a"), person("b")])
    let renamed = client()
    _ = try await bench.apply([
      application(
        "Portal", [("description", "d"), ("inboundAuthConfig", renamed.fields.json["inboundAuthConfig"] ?? [])]),
      person("a", [("given_name", "A")]), person("b", [("given_name", "B")]), person("c"), person("d"),
    ])
    let record = try bench.lastJournal()
    let step = try #require(record.steps.first { $0.address.identity == "b" })
    let id = try #require(step.liveID)
    let live = try #require(try await IdentityLookup(server: bench.server).record(UserKind(), id: id))
    _ = bench.body("PUT", "/users/\(id)", live.setting("Theirs", at: pointer("/attributes/family_name")))
    let created = try #require(record.steps.first { $0.address.identity == "d" })
    let other = try #require(record.states[created.id]?.liveID)
    let made = try #require(try await IdentityLookup(server: bench.server).record(UserKind(), id: other))
    _ = bench.body("PUT", "/users/\(other)", made.setting("x@example.com", at: pointer("/attributes/email")))
    let plan = try await Rollback(of: record, server: bench.server).plan()
    let notes = Dictionary(uniqueKeysWithValues: plan.steps.map { ($0.address.description, $0.notes) })
    #expect(notes["applications/Portal"] == [] && notes["users/a"] == [])
    #expect(notes["users/b"] == ["somebody changed it since the run; that change is undone too"])
    #expect(notes["users/c"] == ["the run created it"])
    #expect(notes["users/d"] == ["the run created it", "somebody changed it since"])
  }
}

/// Loses the first create, which takes effect later.
private actor Slow: Server {
  nonisolated let address: String
  private let server: LiveServer
  private var underWay: (path: String, body: JSONValue?)?
  /// How many creates were sent: the server's own refusal of a second one is not to be counted on.
  private(set) var sent = 0

  init(server: LiveServer) {
    self.server = server
    address = server.address
  }

  func land() async throws {
    guard let request = underWay else { return }
    underWay = nil
    _ = try await server.send("POST", request.path, query: [], body: request.body)
  }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    if method == "POST" { sent += 1 }
    guard method == "POST", sent == 1 else { return try await server.send(method, path, query: query, body: body) }
    underWay = (path, body)
    var error = ThunderIDError(code: .requestTimeout, message: "No answer came in time.")
    error.mayHaveTakenEffect = true
    throw error
  }
}

/// Never answers: neither writes nor reads.
private struct Mute: Server {
  let server: LiveServer
  var address: String { server.address }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    var error = ThunderIDError(code: .requestTimeout, message: "No answer came in time.")
    error.mayHaveTakenEffect = method != "GET"
    throw error
  }
}

/// Answers creates without a body.
private struct Wordless: Server {
  let server: LiveServer
  var address: String { server.address }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    let answer = try await server.send(method, path, query: query, body: body)
    return method == "POST" ? nil : answer
  }
}
