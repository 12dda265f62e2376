import Testing
import ThunderID
import ThunderIDSandbox

@testable import ThunderIDPlan

struct ManyUsersTests {
  @Test(
    "with 1,500 users, where the lists answer 500, a manifest of 40 is planned by look-ups; prune says why it can't")
  func lookups() async throws {
    let bench = try Bench()
    for n in 0..<1500 {
      let name = JSONValue.string("u\(n)")
      let email = JSONValue.string("u\(n)@example.com")
      let answer = bench.body(
        "POST", "/users",
        ["ouId": .string(defaultUnit), "type": "Person", "attributes": ["username": name, "email": email]])
      #expect(answer.status == 201)
    }
    #expect(bench.body("GET", "/users").status == 500)
    let manifest = (0..<38).map { person("u\($0 * 39)") } + [person("new1"), person("u7", [("given_name", "G")])]
    let plan = try await bench.plan(manifest)
    #expect(plan.steps.map { "\($0.action) \($0.address)" } == ["create users/new1", "update users/u7"])
    #expect(plan.summary.unchanged == 38)

    let scope = PruneScope(
      kind: "users", ou: "default", type: nil, location: SourceLocation(file: "m.yaml", line: 1, column: 1))
    let error = await #expect(throws: ListingError.self) {
      try await SnapshotReader(server: bench.server, prunes: true).read(
        for: Manifest(resources: manifest, prune: [scope]))
    }
    #expect(error?.description.contains("--prune") == true)
    let listed = await #expect(throws: ListingError.self) {
      try await SnapshotReader(server: bench.server, mode: .list).read(for: Manifest(resources: manifest))
    }
    #expect(listed?.description.contains("--read lookup") == true)
  }

  @Test("1,000 users are listed in pages, each once; the list of applications, which is not paged, ends")
  func pages() async throws {
    let bench = try Bench()
    for n in 0..<999 {
      let name = JSONValue.string("u\(n)")
      _ = bench.body(
        "POST", "/users",
        [
          "ouId": .string(defaultUnit), "type": "Person",
          "attributes": ["username": name, "email": .string("u\(n)@example.com")],
        ])
    }
    let reader = ListingReader(server: bench.server, parallelism: 4)
    let users = try await reader.read(path: "/users", rowsKey: "users", isPaged: true, keep: { _ in true })
    #expect(users.total == 1000 && users.rows.count == 1000 && Set(users.rows.map(\.id)).count == 1000)
    let applications = try await reader.read(
      path: "/applications", rowsKey: "applications", isPaged: false, keep: { _ in true })
    #expect(applications.rows.count == 1)
  }
}
