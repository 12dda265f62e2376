import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Listings")
struct ListingTests {
  @Test("a thousand users come once each, page by page")
  func pages() {
    let server = SandboxServer()
    let made = (1...999).compactMap { server.addUser("u\($0)") }
    let listed = allIds("/users", "users", of: server)
    #expect(listed == ["01900000-0000-7000-8000-000000000030"] + made)
    #expect(Set(listed).count == 1000)
  }

  @Test("one more than the limit can't be listed, but looked up; one less is listed again")
  func recordLimit() throws {
    let server = SandboxServer(recordLimit: 10)
    let made = (1...10).compactMap { server.addUser("u\($0)") }
    let last = try #require(made.last)
    for path in [
      "/users", "/users?limit=1", "/users?limit=100&offset=1000", "/users?include=display",
      "/organization-units/01900000-0000-7000-8000-000000000001/users",
    ] {
      let answer = server.send("GET", path)
      #expect(answer.status == 500 && answer.body["code"] == "SSE-5000", "\(path)")
    }
    #expect(server.send("GET", "/users/\(last)").status == 200)
    let found = server.send("GET", "/users?filter=username%20eq%20%22u10%22").body
    #expect(found["totalResults"] == 1 && found["users"]?[0]?["id"] == .string(last))
    #expect(server.send("GET", "/agents").status == 200)
    #expect(server.send("DELETE", "/users/\(last)").status == 204)
    #expect(server.send("GET", "/users?limit=1").body["totalResults"] == 10)
  }

  @Test("too many roots are a wrong request, and a filter finds one of them")
  func rootLimit() {
    let server = SandboxServer(recordLimit: 3)
    for name in ["one", "two", "three"] {
      #expect(
        server.send("POST", "/organization-units", ["handle": .string(name), "name": .string(name)]).status == 201)
    }
    let answer = server.send("GET", "/organization-units?limit=1")
    #expect(answer.status == 400 && answer.body["code"] == "OU-1013")
    let found = server.send("GET", "/organization-units?filter=name%20eq%20%22two%22")
    #expect(found.status == 200 && found.body["totalResults"] == 1)
  }

  @Test("too many applications or agents can't be listed")
  func otherLimits() {
    let server = SandboxServer(recordLimit: 1)
    #expect(server.send("GET", "/applications?limit=5&offset=5").body["count"] == 1)
    for name in ["a", "b"] {
      server.send("POST", "/applications", ["ouId": .defaultUnit, "name": .string(name), "type": "browser"])
      server.send("POST", "/agents", ["ouId": .defaultUnit, "name": .string("agent " + name), "type": "default"])
    }
    #expect(server.send("GET", "/applications").status == 500)
    #expect(server.send("GET", "/agents").status == 500)
  }

  @Test("without a limit everything is listed")
  func unlimited() {
    let server = SandboxServer(recordLimit: nil)
    for number in 1...1100 { server.addUser("u\(number)") }
    #expect(Set(allIds("/users", "users", of: server)).count == 1101)
  }

  @Test("links keep include=display")
  func displayLinks() {
    let server = SandboxServer()
    server.addUser("a")
    let page = server.send("GET", "/users?limit=1&include=display").body
    #expect(page["links"]?[0]?["href"] == "/users?offset=1&limit=1&include=display")
    #expect(page["users"]?[0]?["display"] == "admin")
  }

  @Test("a deleted user leaves no hole in the pages")
  func holes() {
    let server = SandboxServer()
    let made = (1...250).compactMap { server.addUser("u\($0)") }
    for id in made.enumerated().filter({ $0.offset.isMultiple(of: 3) }).map(\.element) {
      server.send("DELETE", "/users/\(id)")
    }
    let kept = made.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
    #expect(allIds("/users", "users", of: server).dropFirst() == kept[...])
  }
}
