import Testing
import ThunderID

@Suite("A server with more users than it can list")
struct ManyUsersTests {
  @Test("forty of 1,500 are planned and applied by look-ups, and a prune is refused with the reason")
  func lookups() throws {
    let work = try Workplace()
    let unit = try #require(work.send("GET", "/organization-units/tree/default").body["id"])
    for index in 0..<1500 {
      let name = "user\(index)"
      let attributes: JSONValue = ["username": .string(name), "email": .string(name + "@example.com")]
      let answer = work.send("POST", "/users", ["ouId": unit, "type": "Person", "attributes": attributes])
      try #require(answer.status == 201, "\(answer)")
    }
    #expect(work.send("GET", "/users").status == 500)
    let names = (0..<30).map { "user\($0 * 50)" } + (0..<10).map { "new\($0)" }
    try work.write("m.yaml", Manifests.users(names))
    let planned = try work.run("plan", "m.yaml")
    #expect(planned.code == 0 && planned.err.isEmpty, "\(planned.err)")
    #expect(planned.out.hasSuffix("Plan: 10 to add, 30 to change, 0 to destroy.\n"), "\(planned)")
    let applied = try work.run("apply", "m.yaml", "--auto-approve")
    #expect(applied.code == 0 && work.user("new9") != nil, "\(applied)")
    #expect(try work.run("plan", "m.yaml", "--detailed-exitcode").code == 0)

    try work.write("m.yaml", Manifests.users(names) + "prune:\n  - { kind: users, ou: default }\n")
    let pruned = try work.run("apply", "m.yaml", "--prune", "--auto-approve", "--max-delete-percent", "100")
    #expect(pruned.code != 0 && pruned.err.contains("1000"), "\(pruned)")
    #expect(work.user("user1") != nil)
    let listed = try work.run("plan", "m.yaml", "--read", "list")
    #expect(listed.code == 1 && listed.err.contains("500"), "\(listed)")
    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0 && work.user("new9") == nil && work.user("user50") != nil, "\(undone)")
  }
}
