import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Rules beyond the recording")
struct RuleTests {
  private let server = SandboxServer()

  private func unit(_ handle: String, under parent: String? = nil) throws -> String {
    var body: JSONValue = ["handle": .string(handle), "name": .string(handle)]
    if let parent { body = ["handle": .string(handle), "name": .string(handle), "parent": .string(parent)] }
    return try #require(server.send("POST", "/organization-units", body).body["id"]?.stringValue)
  }

  private func status(_ attributes: JSONValue, ouId: String) -> Int {
    let body: JSONValue = ["ouId": .string(ouId), "type": "Staff", "attributes": attributes]
    return server.send("POST", "/users", body).status
  }

  @Test("a type's users live in its unit and below, and its schema is kept")
  func schema() throws {
    let root = try unit("acme")
    let child = try unit("eng", under: root)
    let other = try unit("other")
    let schema: JSONValue = [
      "nick": ["type": "string", "required": true, "unique": true, "regex": "^[a-z]+$"],
      "level": ["type": "number"], "on": ["type": "boolean"],
      "tier": ["type": "string", "enum": ["gold", "silver"]],
      "tags": ["type": "array", "items": ["type": "string"]],
      "home": ["type": "object", "properties": ["city": ["type": "string", "required": true]]],
      "pin": ["type": "string", "credential": true, "required": true],
    ]
    let type: JSONValue = ["name": "Staff", "ouId": .string(root), "schema": schema]
    #expect(server.send("POST", "/user-types", type).status == 201)

    #expect(status(["nick": "ann", "pin": "1"], ouId: child) == 201)
    #expect(status(["nick": "bob", "pin": "1"], ouId: root) == 201)
    #expect(status(["nick": "cy", "pin": "1"], ouId: other) == 400)
    #expect(status(["nick": "ann", "pin": "1"], ouId: root) == 409)
    let bad: [JSONValue] = [
      ["pin": "1"], ["nick": "dan"], ["nick": "D4N", "pin": "1"], ["nick": "dan", "pin": "1", "level": "2"],
      ["nick": "dan", "pin": "1", "on": 1], ["nick": "dan", "pin": "1", "tier": "bronze"],
      ["nick": "dan", "pin": "1", "tags": ["a", 1]], ["nick": "dan", "pin": "1", "home": [:]],
      ["nick": "dan", "pin": "1", "home": ["city": "X", "zip": "1"]], ["nick": "dan", "pin": "1", "more": 1],
    ]
    for attributes in bad { #expect(status(attributes, ouId: root) == 400, "\(attributes.text())") }
    let good: JSONValue = [
      "nick": "dan", "pin": "1", "level": 2, "on": true, "tier": "gold", "tags": ["a"], "home": ["city": "X"],
    ]
    #expect(status(good, ouId: root) == 201)
    let found = server.send("GET", "/users?filter=home.city%20eq%20%22X%22").body
    #expect(found["totalResults"] == 1 && found["users"]?[0]?["attributes"]?["pin"] == nil)
  }

  @Test("a credential that is required is not asked for again by a replace")
  func requiredCredential() throws {
    let schema: JSONValue = [
      "nick": ["type": "string"], "pin": ["type": "string", "credential": true, "required": true],
    ]
    server.send("POST", "/user-types", ["name": "Staff", "ouId": .defaultUnit, "schema": schema])
    let body: JSONValue = ["ouId": .defaultUnit, "type": "Staff", "attributes": ["nick": "a", "pin": "1"]]
    let id = try #require(server.send("POST", "/users", body).body["id"]?.stringValue)
    let change: JSONValue = ["ouId": .defaultUnit, "type": "Staff", "attributes": ["nick": "b"]]
    #expect(server.send("PUT", "/users/\(id)", change).status == 200)
  }

  @Test("names that differ in their bytes are two names")
  func bytes() {
    for name in ["\u{E9}", "e\u{301}"] {
      let body: JSONValue = ["ouId": .defaultUnit, "name": .string(name), "type": "custom"]
      #expect(server.send("POST", "/applications", body).status == 201)
    }
    #expect(server.send("GET", "/applications").body["count"] == 3)
  }

  @Test("only applications that run flows by themselves get a flow secret")
  func flowSecret() {
    for (type, isIssued) in [
      ("browser", false), ("mobile", false), ("m2m", false), ("fullstack", true), ("custom", true), ("mcp", true),
    ] {
      let body: JSONValue = ["ouId": .defaultUnit, "name": .string(type), "type": .string(type)]
      #expect((server.send("POST", "/applications", body).body["flowSecret"] != nil) == isIssued, "\(type)")
    }
    var confidential = JSONValue.machine("c", "s").objectValue ?? JSONObject()
    confidential["type"] = "custom"
    #expect(server.send("POST", "/applications", .object(confidential)).body["flowSecret"] != nil)
  }

  @Test("a unit is read, and what is in it, by its path; a unit with users stays")
  func paths() throws {
    let root = try unit("acme")
    let child = try unit("eng", under: root)
    #expect(server.send("GET", "/organization-units/tree/acme/eng").body["id"] == .string(child))
    #expect(server.send("GET", "/organization-units/tree/acme/ous").body["totalResults"] == 1)
    #expect(server.send("GET", "/organization-units/tree/default/users").body["totalResults"] == 1)
    #expect(server.send("DELETE", "/organization-units/tree/default").body["code"] == "OU-1006")
    #expect(server.send("DELETE", "/organization-units/tree/acme/eng").status == 204)
    #expect(server.send("GET", "/organization-units/\(child)").status == 404)
  }

  @Test("a user's usages are the agents that it owns")
  func usages() throws {
    let id = try #require(server.addUser("boss"))
    let agent: JSONValue = ["ouId": .defaultUnit, "type": "default", "name": "A", "owner": .string(id)]
    server.send("POST", "/agents", agent)
    let usages = server.send("GET", "/users/\(id)/usages").body
    #expect(usages["summary"] == ["agent": 1] && usages["usages"]?[0]?["displayName"] == "A")
  }

  @Test("a role is made, read, changed and deleted")
  func roles() throws {
    let permissions: JSONValue = [
      ["resourceServerId": "01900000-0000-7000-8000-000000000020", "permissions": ["system:user:view"]]
    ]
    let body: JSONValue = ["name": "Viewer", "ouId": .defaultUnit, "permissions": permissions]
    let id = try #require(server.send("POST", "/roles", body).body["id"]?.stringValue)
    #expect(server.send("POST", "/roles", body).body["code"] == "ROL-1004")
    #expect(server.send("GET", "/roles/\(id)").body["permissions"] == permissions)
    let renamed: JSONValue = ["name": "Reader", "ouId": .defaultUnit, "permissions": permissions]
    #expect(server.send("PUT", "/roles/\(id)", renamed).body["name"] == "Reader")
    #expect(server.send("GET", "/roles").body["totalResults"] == 2)
    let nobody: JSONValue = ["assignments": [["id": "x", "type": "user"]]]
    #expect(server.send("POST", "/roles/\(id)/assignments/add", nobody).body["code"] == "ROL-1007")
    #expect(server.send("DELETE", "/roles/\(id)").status == 204)
    #expect(server.send("GET", "/roles/\(id)").status == 404)
  }

  @Test("a user type is changed in place")
  func typeUpdate() throws {
    let type: JSONValue = ["name": "T", "ouId": .defaultUnit, "schema": ["a": ["type": "string"]]]
    let id = try #require(server.send("POST", "/user-types", type).body["id"]?.stringValue)
    let schema: JSONValue = ["a": ["type": "string", "unique": true]]
    let change: JSONValue = [
      "name": "T", "ouId": .defaultUnit, "schema": schema, "systemAttributes": ["display": "a"],
    ]
    #expect(server.send("PUT", "/user-types/\(id)", change).status == 200)
    let user: JSONValue = ["ouId": .defaultUnit, "type": "T", "attributes": ["a": "x"]]
    #expect(server.send("POST", "/users", user).status == 201)
    #expect(server.send("POST", "/users", user).status == 409)
    #expect(
      server.send("GET", "/organization-units/01900000-0000-7000-8000-000000000001/users?include=display&offset=1")
        .body["users"]?[0]?["display"] == "x")
  }

  @Test("eight threads at once lose and double nothing")
  func threads() async {
    let server = server
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<40 {
            server.addUser("t\(thread)-\(number)")
            server.addUser("shared-\(number)")
            server.send("GET", "/users?limit=100")
          }
        }
      }
    }
    #expect(Set(allIds("/users", "users", of: server)).count == 1 + 8 * 40 + 40)
  }
}
