import Testing
import ThunderID

@testable import ThunderIDPlan

/// A user list that loses, repeats and reorders rows and changes while it is read; filters always tell the truth.
private actor RestlessList: Server {
  nonisolated let address = "http://127.0.0.1"
  private var names: [String]
  private var random: SeededGenerator
  private var next = 0
  /// Users that were there all the time.
  private(set) var steady: Set<String>

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    names = (0..<Int.random(in: 3...14, using: &random)).map { "u\($0)" }
    steady = Set(names)
  }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    let query = Dictionary(query, uniquingKeysWith: { a, _ in a })
    if let filter = query["filter"] {
      let name = filter.split(separator: "\"").last.map(String.init) ?? ""
      return page(names.filter { $0 == name }, total: names.filter { $0 == name }.count)
    }
    let offset = query["offset"].flatMap { Int($0) } ?? 0
    var rows = Array(names.dropFirst(offset).prefix(query["limit"].flatMap { Int($0) } ?? 100))
    let total = names.count
    if chance(6), !rows.isEmpty { rows.remove(at: below(rows.count)) }
    if chance(6), let row = rows.randomElement(using: &random) { rows.append(row) }
    change()
    return page(rows, total: total)
  }

  private func change() {
    if chance(3) { names.shuffle(using: &random) }
    if chance(3), !names.isEmpty {
      steady.remove(names.remove(at: below(names.count)))
    }
    if chance(3) {
      names.append("new\(next)")
      next += 1
    }
  }

  private func chance(_ one: Int) -> Bool { below(one) == 0 }
  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func page(_ rows: [String], total: Int) -> JSONValue {
    [
      "totalResults": .number(JSONNumber(total)),
      "users": .array(rows.map { ["id": .string("id-" + $0), "ouId": "o1", "attributes": ["username": .string($0)]] }),
    ]
  }
}

struct RestlessListTests {
  @Test("a restless listing never makes a plan create what is there, in 10,000 trials")
  func noWrongCreate() async throws {
    var planned = 0
    for seed in 0..<10_000 {
      let server = RestlessList(seed: UInt64(seed))
      let declaredNames = (0..<4).map { "u\($0)" } + ["absent"]
      let manifest = Manifest(
        resources: declaredNames.map { declared("users", ["ouId": "o1", "attributes": ["username": .string($0)]]) })
      let reader = SnapshotReader(server: server, parallelism: 1, mode: .list, pageSize: 5)
      guard let snapshot = try? await reader.read(for: manifest) else { continue }
      planned += 1
      let plan = try Planner.plan(manifest, against: snapshot, options: PlanOptions())
      let steady = await server.steady
      for step in plan.steps where step.action == .create {
        #expect(
          !steady.contains(step.address.identity), "seed \(seed) creates \(step.address), which was there all the time")
      }
    }
    #expect(planned > 500, "the trials must reach a plan often enough to say something")
  }
}
