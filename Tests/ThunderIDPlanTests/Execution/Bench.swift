import Foundation
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

/// A sandbox, a working folder and a way to run plans on them: what every execution test needs.
final class Bench {
  let sandbox: SandboxServer
  let server: LiveServer
  let folder: String
  /// Files beside the folder that go with it.
  var leftovers: [String] = []

  init(_ sandbox: SandboxServer = SandboxServer()) throws {
    self.sandbox = sandbox
    server = LiveServer(
      api: try ManagementAPI(
        baseURL: "http://127.0.0.1", transport: SandboxTransport(sandbox), tokens: FixedTokenSource("sandbox-admin"),
        retry: .none))
    folder = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    for path in [folder] + leftovers + leftovers.map({ $0 + ".lock" }) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  func plan(_ resources: [DesiredResource], options: PlanOptions = PlanOptions()) async throws -> Plan {
    let manifest = Manifest(resources: resources)
    let snapshot = try await SnapshotReader(server: server).read(for: manifest)
    return try Planner.plan(manifest, against: snapshot, options: options)
  }

  /// Runs a plan; what happened is in the report and, by step, in `events`.
  func run(
    _ plan: Plan, on other: (any Server)? = nil, secretsFile: String? = nil, key: [UInt8] = [], lanes: Int = 1,
    stop: @escaping @Sendable () -> Bool = { false }, pause: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) async throws -> (report: ExecutionReport, events: [String]) {
    let head = JournalHead(
      id: Journal.newID(), command: "apply", server: server.address, manifestDigest: plan.manifestDigest, paths: [],
      toolVersion: "test", time: "2026-01-01T00:00:00Z", key: key)
    let journal = try Journal(head: head, steps: plan.steps, in: folder)
    let secrets = try secretsFile.map { try SecretsOutput(given: $0) } ?? SecretsOutput(beside: journal.path)
    return try await run(plan.steps, journal, secrets, on: other, lanes: lanes, stop: stop, pause: pause)
  }

  private func run(
    _ steps: [Step], _ journal: Journal, _ secrets: SecretsOutput, created: [Address: String] = [:],
    without absent: Set<String> = [], on other: (any Server)? = nil, lanes: Int = 1,
    stop: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) async throws -> (report: ExecutionReport, events: [String]) {
    var events: [String] = []
    let executor = Executor(
      server: other ?? server, journal: journal, secrets: secrets, parallelism: lanes, created: created,
      isStopRequested: stop,
      pause: pause
    ) { event in
      switch event {
      case .started: break
      case .done(let step, _, _, let note): events.append("done \(step.address)" + (note.map { ": \($0)" } ?? ""))
      case .failed(let step, let message): events.append("failed \(step.address): \(message)")
      case .skipped(let step, _): events.append("skipped \(step.address)")
      case .stale(let step, let reason): events.append("stale \(step.address): \(reason)")
      case .secretDelivered(let address, let name, _): events.append("secret \(address) \(name)")
      }
    }
    return (await executor.run(steps, without: absent), events)
  }

  /// Goes on with a run as the command does; `edit` fills in what the journal has no values of.
  func resume(
    _ record: JournalRecord, edit: (inout Step) -> Void = { _ in }
  ) async throws -> (report: ExecutionReport, events: [String], rest: Resume.Rest) {
    let rest = try await Resume(of: record, server: server).plan()
    let journal = try Journal(continuing: record)
    for entry in rest.settled { try await journal.write(entry) }
    var steps = rest.plan.steps
    for index in steps.indices { edit(&steps[index]) }
    let (report, events) = try await run(
      steps, journal, try SecretsOutput(beside: record.path), created: rest.created, without: rest.unclear)
    return (report, events, rest)
  }

  func apply(_ resources: [DesiredResource], options: PlanOptions = PlanOptions()) async throws -> ExecutionReport {
    try await run(try await plan(resources, options: options)).report
  }

  func lastJournal() throws -> JournalRecord {
    guard let path = Journal.list(in: folder).last else { throw FileError("no journal") }
    return try JournalRecord(path: path)
  }

  func rollback(_ record: JournalRecord) async throws -> ExecutionReport {
    try await run(try await Rollback(of: record, server: server).plan()).report
  }

  /// Everything that the server holds, ids and what it makes by itself aside, for comparisons of before and after.
  func state() async throws -> [String] {
    var lines: [String] = []
    var names: [String: String] = [:]
    try await addUnits(of: nil, path: "", &lines, &names)
    for kind in Kinds.all where kind.lookUpPath(identity: "x") == nil {
      let listing = try await ListingReader(server: server, parallelism: 1).read(
        path: kind.path, rowsKey: kind.rowsKey, isPaged: kind.isPaged, keep: { _ in true })
      for row in listing.rows {
        let record = try await IdentityLookup(server: server).record(kind, id: row.id) ?? .null
        let identity = kind.identity(of: record) ?? row.id
        names[row.id] = "\(kind.name)/\(identity)"
        // The server adds this default with the first write that says nothing of it (server-facts).
        let text = Overlay.writable(record, rules: kind.rules).text(.sortedKeys)
          .replacingOccurrences(of: #""responseType":"JWT","#, with: "")
        lines.append("\(kind.name)/\(identity) " + text)
      }
    }
    return lines.map { line in names.reduce(line) { $0.replacingOccurrences(of: $1.key, with: "<\($1.value)>") } }
      .sorted()
  }

  /// Units are listed level by level.
  private func addUnits(
    of parent: String?, path: String, _ lines: inout [String], _ names: inout [String: String]
  ) async throws {
    let list = "/organization-units" + (parent.map { "/\($0)/ous" } ?? "")
    for row in try await server.get(list)?["organizationUnits"]?.arrayValue ?? [] {
      guard let id = row["id"]?.stringValue, let record = try await server.get("/organization-units/\(id)") else {
        continue
      }
      let unit = path + "/" + (record["handle"]?.stringValue ?? "")
      names[id] = "organizationUnits" + unit
      lines.append(
        "organizationUnits" + unit + " "
          + Overlay.writable(record, rules: OrganizationUnitKind().rules).text(.sortedKeys))
      try await addUnits(of: id, path: unit, &lines, &names)
    }
  }

  func body(_ method: String, _ path: String, _ body: JSONValue? = nil, token: String = "sandbox-admin") -> HTTPResponse
  {
    sandbox.handle(
      HTTPRequest(
        method: method, url: "http://127.0.0.1" + path, headers: HTTPHeaders([("Authorization", "Bearer " + token)]),
        body: body?.bytes()))
  }
}

/// The text of a sandbox's answer, for closures that can't hold a bench.
func answer(of sandbox: SandboxServer, _ path: String) -> String {
  let headers = HTTPHeaders([("Authorization", "Bearer sandbox-admin")])
  let answer = sandbox.handle(HTTPRequest(method: "GET", url: "http://127.0.0.1" + path, headers: headers))
  return String(decoding: answer.body, as: UTF8.self)
}

/// How many users a sandbox has.
func users(of sandbox: SandboxServer) -> Int {
  (try? JSONValue(parsing: answer(of: sandbox, "/users?limit=1")))?["totalResults"]?.intValue ?? 0
}

let defaultUnit = "01900000-0000-7000-8000-000000000001"

func person(_ name: String, _ more: [(String, JSONValue)] = [], edit: (inout DesiredResource) -> Void = { _ in })
  -> DesiredResource
{
  let attributes = JSONObject([("username", .string(name)), ("email", .string(name + "@example.com"))] + more)
  return declared(
    "users", ["ouId": .string(defaultUnit), "type": "Person", "attributes": .object(attributes)], edit: edit)
}

func application(_ name: String, _ more: [(String, JSONValue)] = [], edit: (inout DesiredResource) -> Void = { _ in })
  -> DesiredResource
{
  declared(
    "applications",
    .object(JSONObject([("name", .string(name)), ("type", "custom"), ("ouId", .string(defaultUnit))] + more)),
    edit: edit)
}

func agent(_ name: String, owner: String? = nil, description: String? = nil) -> DesiredResource {
  var fields = JSONObject([("name", .string(name)), ("type", "default"), ("ouId", .string(defaultUnit))])
  fields["description"] = description.map { .string($0) }
  let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
  return declared(
    "agents", .object(fields),
    references: owner.map {
      [Reference(pointer: pointer("/owner"), target: .resource(Address(kind: "users", identity: $0)), location: place)]
    } ?? [])
}
