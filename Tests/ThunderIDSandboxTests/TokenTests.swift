import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Tokens and permissions")
struct TokenTests {
  private let withResource = "grant_type=client_credentials&scope=system&resource=https%3A%2F%2Flocalhost%3A8090%2Fmcp"

  private func token(_ server: SandboxServer, _ form: String) throws -> (token: String, scope: JSONValue?) {
    let response = server.handle(.token("job", "job-secret", form))
    #expect(response.status == 200)
    let body = try JSONValue(parsing: response.body)
    return (try #require(body["access_token"]?.stringValue), body["scope"])
  }

  @Test("an application without a role gets a token that may do nothing; with the role one that may do everything")
  func roles() throws {
    let server = SandboxServer()
    let made = server.send("POST", "/applications", .machine("job", "job-secret"))
    let id = try #require(made.body["id"])
    let before = try token(server, withResource)
    #expect(before.scope == nil)
    let refused = server.send("GET", "/applications", token: before.token)
    #expect(refused.status == 403 && refused.body["code"] == "AUTH-4030")

    let role = "/roles/01900000-0000-7000-8000-000000000050/assignments"
    let assignment: JSONValue = ["assignments": [["id": id, "type": "app"]]]
    #expect(server.send("POST", role + "/add", assignment).status == 204)
    let after = try token(server, withResource)
    #expect(after.scope == "system")
    #expect(server.send("GET", "/applications", token: after.token).status == 200)

    #expect(server.send("POST", role + "/remove", assignment).status == 204)
    #expect(server.send("GET", "/applications", token: try token(server, withResource).token).status == 403)
  }

  @Test("a token expires: 401 with a challenge")
  func expiry() throws {
    let server = SandboxServer(tokenLifetime: 0)
    server.send("POST", "/applications", .machine("job", "job-secret"))
    let response = server.handle(
      .sandbox("GET", "/users", token: try token(server, "grant_type=client_credentials").token))
    #expect(response.status == 401)
    #expect(response.headers["www-authenticate"]?.hasPrefix("Bearer error=\"invalid_token\"") == true)
  }

  @Test(
    "the token endpoint refuses as OAuth does",
    arguments: [
      ("job", "wrong", "grant_type=client_credentials", 401, "invalid_client"),
      ("nobody", "job-secret", "grant_type=client_credentials", 401, "invalid_client"),
      ("job", "job-secret", "grant_type=password", 400, "unsupported_grant_type"),
      ("job", "job-secret", "scope=system", 400, "invalid_request"),
      ("job", "job-secret", "grant_type=client_credentials&scope=system", 400, "invalid_target"),
      ("job", "job-secret", "grant_type=client_credentials&scope=system&resource=x", 400, "invalid_target"),
    ])
  func refusals(_ client: String, _ secret: String, _ form: String, _ status: Int, _ error: String) throws {
    let server = SandboxServer()
    server.send("POST", "/applications", .machine("job", "job-secret"))
    let response = server.handle(.token(client, secret, form))
    #expect(response.status == status)
    #expect(try JSONValue(parsing: response.body)["error"] == .string(error))
  }

  @Test("client credentials are form-decoded, and an agent has them, too")
  func encodedCredentials() {
    let server = SandboxServer()
    var agent = JSONValue.machine("a:b c", "s%+&").objectValue ?? JSONObject()
    agent["type"] = "default"
    #expect(server.send("POST", "/agents", .object(agent)).status == 201)
    #expect(server.handle(.token("a%3Ab+c", "s%25%2B%26", "grant_type=client_credentials")).status == 200)
  }

  @Test("the read-only token is refused everywhere, and the administrator's is the administrator")
  func fixedTokens() {
    let server = SandboxServer()
    for path in ["/applications", "/users", "/agents", "/organization-units", "/user-types", "/roles", "/flows"] {
      #expect(server.send("GET", path, token: "sandbox-readonly").status == 403, "\(path)")
      #expect(server.send("GET", path, token: nil).status == 401, "\(path)")
      #expect(server.send("GET", path).status == 200, "\(path)")
    }
    #expect(server.send("GET", "/users/me").body["attributes"]?["username"] == "admin")
  }

  @Test("a user reads and replaces the own profile, and nobody else's")
  func ownProfile() throws {
    let server = SandboxServer()
    let id = try #require(server.addUser("sam"))
    let token = try server.token(for: id)
    #expect(server.send("GET", "/users/me", token: token).body["id"] == .string(id))
    let attributes: JSONValue = ["username": "sam", "email": "sam@example.com", "given_name": "Sam"]
    #expect(server.send("PUT", "/users/me", ["attributes": attributes], token: token).status == 200)
    #expect(server.send("GET", "/users/\(id)").body["attributes"] == attributes)
    #expect(server.send("GET", "/users/\(id)", token: token).status == 403)
    let password: JSONValue = ["credentials": ["password": "New-1"]]
    #expect(server.send("POST", "/users/me/update-credentials", password, token: token).status == 204)
    let signIn: JSONValue = ["identifiers": ["username": "sam"], "credentials": ["password": "New-1"]]
    #expect(server.send("POST", "/auth/credentials/authenticate", signIn, token: nil).status == 200)
  }
}
