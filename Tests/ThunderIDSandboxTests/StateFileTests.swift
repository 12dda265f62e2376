import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("State files")
struct StateFileTests {
  @Test("what was written is there when the file is opened again, secrets included")
  func reopen() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state.json"
      let first = try SandboxServer(file: path)
      let id = try #require(first.addUser("sam"))
      first.send("POST", "/users/\(id)/update-credentials", ["credentials": ["password": "Pass-1"]])
      first.send("POST", "/applications", .machine("job", "job-secret"))
      first.send("POST", "/organization-units", ["handle": "acme", "name": "Acme"])
      first.send("PUT", "/user-types/01900000-0000-7000-8000-000000000010", typeWithUniqueName(first))
      let token = try first.token(for: "01900000-0000-7000-8000-000000000030")

      let second = try SandboxServer(file: path)
      for list in ["/users", "/applications", "/organization-units", "/user-types", "/agent-types", "/roles", "/flows"]
      {
        #expect(second.send("GET", list).body == first.send("GET", list).body, "\(list)")
      }
      #expect(second.handle(.token("job", "job-secret", "grant_type=client_credentials")).status == 200)
      #expect(second.send("GET", "/users", token: token).status == 200)
      let signIn: JSONValue = ["identifiers": ["username": "sam"], "credentials": ["password": "Pass-1"]]
      #expect(second.send("POST", "/auth/credentials/authenticate", signIn).status == 200)
      #expect(second.send("POST", "/users", .user("sam")).status == 409)
    }
  }

  private func typeWithUniqueName(_ server: SandboxServer) -> JSONValue {
    var type = server.send("GET", "/user-types/01900000-0000-7000-8000-000000000010").body.objectValue ?? JSONObject()
    type["allowSelfRegistration"] = false
    return .object(type)
  }

  @Test("a second server sees what the first one writes, and neither loses the other's")
  func shared() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state.json"
      let servers = [try SandboxServer(file: path), try SandboxServer(file: path)]
      await withTaskGroup(of: Void.self) { group in
        for (index, server) in servers.enumerated() {
          group.addTask {
            for number in 0..<30 { server.addUser("s\(index)-\(number)") }
          }
        }
      }
      for server in servers { #expect(Set(allIds("/users", "users", of: server)).count == 61) }
    }
  }

  @Test("the file is for its owner alone, and equal states have equal bytes")
  func modeAndBytes() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state.json"
      let server = try SandboxServer(file: path)
      server.addUser("sam")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      server.send("GET", "/users")
      let reopened = try SandboxServer(file: path)
      let copy = folder + "/copy.json"
      try before.write(to: URL(fileURLWithPath: copy))
      reopened.send("PUT", "/users/nobody", .user("x"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(String(decoding: before, as: UTF8.self).hasPrefix("{\"format\":\"thunderid-sandbox\",\"version\":1,\n"))
    }
  }

  @Test(
    "a file that is no state is refused with its name, and left as it is",
    arguments: [
      ("not json", "not JSON"), ("{\"a\": 1}", "not a state"),
      ("{\"format\":\"thunderid-sandbox\",\"version\":2}", "version is 2"),
      ("{\"format\":\"thunderid-sandbox\",\"version\":1}", "no list \"organizationUnits\""), ("", "not JSON"),
    ])
  func corrupt(_ text: String, _ problem: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state.json"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: StateFileError.self) { try SandboxServer(file: path) }
      let message = "\(try #require(error))"
      #expect(message.contains(path) && message.contains(problem), "\(message)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
    }
  }

  @Test("a file that breaks while it is in use is reported, and left as it is")
  func breaksLater() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/state.json"
      let server = try SandboxServer(file: path)
      try Data("{".utf8).write(to: URL(fileURLWithPath: path))
      let response = server.handle(.sandbox("POST", "/users", .user("sam")))
      #expect(response.status == 500)
      #expect(String(decoding: response.body, as: UTF8.self).contains("state.json"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("{".utf8))
    }
  }

  @Test("a folder that isn't there is an error with the path")
  func noFolder() {
    let error = #expect(throws: StateFileError.self) { try SandboxServer(file: "/nonexistent/state.json") }
    #expect(error.map { "\($0)".contains("/nonexistent/state.json") } == true)
  }
}
