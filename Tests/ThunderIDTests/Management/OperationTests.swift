import Foundation
import Testing
import ThunderID

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Operations: what they send")
struct OperationTests {
  typealias Call = @Sendable (ThunderIDClient, @escaping ThunderIDFetcher) async throws -> Void

  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let answer: String
    var status = 200
    let call: Call
    var testDescription: String { line }
  }

  private static let application = #"{"id":"1","name":"n"}"#
  private static let applications = #"{"totalResults":1,"count":1,"applications":[{"id":"1","name":"n"}]}"#
  private static let user = #"{"id":"1","ouId":"o","type":"Person","attributes":{},"display":"d"}"#
  private static let users = #"{"totalResults":0,"startIndex":1,"count":0,"users":[],"links":[]}"#
  private static let agent = #"{"id":"1","name":"n","type":"default","ouId":"o"}"#
  private static let agents = #"{"totalResults":0,"startIndex":1,"count":0,"agents":[],"links":[]}"#
  private static let unit = #"{"id":"1","handle":"h","name":"n"}"#
  private static let units = #"{"totalResults":0,"startIndex":1,"count":0,"organizationUnits":[],"links":[]}"#
  private static let types = #"{"totalResults":0,"startIndex":1,"count":0,"types":[],"links":[]}"#
  private static let flows = #"{"totalResults":0,"startIndex":1,"count":0,"flows":[],"links":[]}"#

  static let documented: [Case] = [
    Case(line: "GET /applications", answer: applications) { _ = try await $0.applications.list(fetcher: $1) },
    Case(line: "GET /applications?limit=20&offset=40", answer: applications) {
      _ = try await $0.applications.list(limit: 20, offset: 40, fetcher: $1)
    },
    Case(line: "GET /applications/1", answer: application) { _ = try await $0.applications.get(id: "1", fetcher: $1) },
    Case(line: #"POST /applications {"name":"n","url":"https://a"}"#, answer: application, status: 201) {
      var request = ApplicationRequest(name: "n")
      request.url = "https://a"
      _ = try await $0.applications.create(request, fetcher: $1)
    },
    Case(line: #"PUT /applications/1 {"name":"n"}"#, answer: application) {
      _ = try await $0.applications.update(id: "1", ApplicationRequest(name: "n"), fetcher: $1)
    },
    Case(line: "DELETE /applications/1", answer: "", status: 204) {
      try await $0.applications.delete(id: "1", fetcher: $1)
    },
    Case(line: "GET /users?include=display", answer: users) { _ = try await $0.users.list(fetcher: $1) },
    Case(
      line: "GET /users?include=display&filter=username%20eq%20%22a%26b%C3%A9%22&limit=1&offset=2", answer: users
    ) { _ = try await $0.users.list(limit: 1, offset: 2, filter: #"username eq "a&bé""#, fetcher: $1) },
    Case(line: "GET /users/1?include=display", answer: user) { _ = try await $0.users.get(id: "1", fetcher: $1) },
    Case(line: #"POST /users {"ouId":"o","type":"Person","attributes":{"username":"j"}}"#, answer: user, status: 201) {
      let request = CreateManagedUserRequest(ouId: "o", type: "Person", attributes: ["username": "j"])
      _ = try await $0.users.create(request, fetcher: $1)
    },
    Case(line: "PUT /users/1 {}", answer: user) {
      _ = try await $0.users.update(id: "1", UpdateManagedUserRequest(), fetcher: $1)
    },
    Case(line: "DELETE /users/1", answer: "", status: 204) { try await $0.users.delete(id: "1", fetcher: $1) },
    Case(line: "GET /agents?include=display", answer: agents) { _ = try await $0.agents.list(fetcher: $1) },
    Case(line: "GET /agents?include=display&limit=5&offset=0", answer: agents) {
      _ = try await $0.agents.list(limit: 5, offset: 0, fetcher: $1)
    },
    Case(line: "GET /agents/1?include=display", answer: agent) { _ = try await $0.agents.get(id: "1", fetcher: $1) },
    Case(line: #"POST /agents {"ouId":"o","type":"default","name":"n"}"#, answer: agent, status: 201) {
      _ = try await $0.agents.create(CreateAgentRequest(ouId: "o", type: "default", name: "n"), fetcher: $1)
    },
    Case(line: "PUT /agents/1 {}", answer: agent) {
      _ = try await $0.agents.update(id: "1", UpdateAgentRequest(), fetcher: $1)
    },
    Case(line: "DELETE /agents/1", answer: "", status: 204) { try await $0.agents.delete(id: "1", fetcher: $1) },
  ]

  static let others: [Case] = [
    Case(line: #"POST /users/1/update-credentials {"credentials":{"password":"p","pin":"1"}}"#, answer: "", status: 204)
    { try await $0.users.updateCredentials(id: "1", ["pin": "1", "password": "p"], fetcher: $1) },
    Case(line: "GET /users/1/usages", answer: #"{"totalResults":0,"count":0,"summary":{},"usages":[]}"#) {
      _ = try await $0.users.usages(id: "1", fetcher: $1)
    },
    Case(line: "GET /users/me", answer: user) { _ = try await $0.users.me(fetcher: $1) },
    Case(line: "GET /organization-units?limit=2", answer: units) {
      _ = try await $0.organizationUnits.list(limit: 2, fetcher: $1)
    },
    Case(line: "GET /organization-units/1", answer: unit) {
      _ = try await $0.organizationUnits.get(id: "1", fetcher: $1)
    },
    Case(line: "GET /organization-units/tree/acme/r%26d", answer: unit) {
      _ = try await $0.organizationUnits.get(handlePath: "acme/r&d", fetcher: $1)
    },
    Case(line: "GET /organization-units/1/ous?offset=3", answer: units) {
      _ = try await $0.organizationUnits.children(id: "1", offset: 3, fetcher: $1)
    },
    Case(line: #"POST /organization-units {"handle":"h","name":"n","parent":"p"}"#, answer: unit, status: 201) {
      var request = OrganizationUnitRequest(handle: "h", name: "n")
      request.parent = "p"
      _ = try await $0.organizationUnits.create(request, fetcher: $1)
    },
    Case(line: #"PUT /organization-units/1 {"handle":"h","name":"n"}"#, answer: unit) {
      _ = try await $0.organizationUnits.update(id: "1", .init(handle: "h", name: "n"), fetcher: $1)
    },
    Case(line: "DELETE /organization-units/1", answer: "", status: 204) {
      try await $0.organizationUnits.delete(id: "1", fetcher: $1)
    },
    Case(line: "GET /user-types?limit=100", answer: types) { _ = try await $0.userTypes.list(limit: 100, fetcher: $1) },
    Case(line: "GET /user-types/1", answer: unit) { _ = try await $0.userTypes.get(id: "1", fetcher: $1) },
    Case(line: "GET /agent-types", answer: types) { _ = try await $0.agentTypes.list(fetcher: $1) },
    Case(line: "GET /agent-types/1", answer: unit) { _ = try await $0.agentTypes.get(id: "1", fetcher: $1) },
    Case(line: "GET /flows?flowType=REGISTRATION", answer: flows) {
      _ = try await $0.flows.list(flowType: "REGISTRATION", fetcher: $1)
    },
    Case(line: "GET /flows/1", answer: unit) { _ = try await $0.flows.get(id: "1", fetcher: $1) },
    Case(line: "GET /applications/..%2Fusers%3Fx%23%20%25", answer: application) {
      _ = try await $0.applications.get(id: "../users?x# %", fetcher: $1)
    },
    Case(line: "DELETE /users/%2E%2E", answer: "", status: 204) { try await $0.users.delete(id: "..", fetcher: $1) },
  ]

  private func client(_ http: ThunderIDHttpConfig = ThunderIDHttpConfig()) throws -> ThunderIDClient {
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://id.example.com/", clientId: "app", tokenSource: FixedTokenSource("secret-token"), http: http))
    return client
  }

  @Test("each operation sends the documented method, path, query and body", arguments: documented + others)
  func request(operation: Case) async throws {
    let recorder = RecordingFetcher(status: operation.status, body: operation.answer)
    try await operation.call(try client(), recorder.fetch)
    let expected = "\(operation.line)".replacing(" /", with: " https://id.example.com/", maxReplacements: 1)
    #expect(recorder.lines == [expected])
    let request = try #require(recorder.requests.first)
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer secret-token")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(request.value(forHTTPHeaderField: "X-Correlation-ID")?.count == 32)
    #expect(request.value(forHTTPHeaderField: "User-Agent")?.hasPrefix("ThunderID-Swift/") == true)
    let type = request.value(forHTTPHeaderField: "Content-Type")
    #expect(type == (request.httpBody == nil ? nil : "application/json"))
  }

  @Test("before initialize(config:) every operation throws .sdkNotInitialized and sends nothing", arguments: documented)
  func notInitialized(operation: Case) async {
    let recorder = RecordingFetcher(body: operation.answer)
    let error = await thunderError { try await operation.call(ThunderIDClient(), recorder.fetch) }
    #expect(error?.code == .sdkNotInitialized)
    #expect(error?.code.rawValue == "SDK_NOT_INITIALIZED")
    #expect(recorder.lines.isEmpty)
  }

  @Test("an empty id throws .invalidInput and sends nothing")
  func emptyId() async throws {
    let recorder = RecordingFetcher(body: "{}")
    let client = try client(ThunderIDHttpConfig(fetcher: recorder.fetch))
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.applications.get(id: "") }, { try await client.applications.delete(id: "") },
      { _ = try await client.applications.update(id: "", ApplicationRequest(name: "n")) },
      { _ = try await client.users.get(id: "") }, { try await client.users.delete(id: "") },
      { _ = try await client.users.update(id: "", UpdateManagedUserRequest()) },
      { try await client.users.updateCredentials(id: "", [:]) }, { _ = try await client.users.usages(id: "") },
      { _ = try await client.agents.get(id: "") }, { try await client.agents.delete(id: "") },
      { _ = try await client.agents.update(id: "", UpdateAgentRequest()) },
      { _ = try await client.organizationUnits.get(id: "") }, { try await client.organizationUnits.delete(id: "") },
      { _ = try await client.organizationUnits.children(id: "") },
      { _ = try await client.organizationUnits.get(handlePath: "") },
      { _ = try await client.organizationUnits.get(handlePath: "a//b") },
      { _ = try await client.userTypes.get(id: "") }, { _ = try await client.flows.get(id: "") },
    ]
    for (index, call) in calls.enumerated() {
      #expect(await thunderError(call)?.code == .invalidInput, "call \(index)")
    }
    #expect(recorder.lines.isEmpty)
  }

  @Test("a call's own fetcher comes before the configured one, which comes before the transport")
  func precedence() async throws {
    let own = RecordingFetcher(body: OperationTests.applications)
    let configured = RecordingFetcher(body: OperationTests.applications)
    let transport = StubTransport(.json(200, OperationTests.applications))
    let client = try client(ThunderIDHttpConfig(fetcher: configured.fetch, transport: transport))
    let counts: () -> [Int] = { [own.lines.count, configured.lines.count, transport.lines.count] }
    _ = try await client.applications.list(fetcher: own.fetch)
    #expect(counts() == [1, 0, 0])
    _ = try await client.applications.list()
    #expect(counts() == [1, 1, 0])
    let plain = try self.client(ThunderIDHttpConfig(transport: transport))
    _ = try await plain.applications.list()
    #expect(counts() == [1, 1, 1])
  }

  @Test("token requests never go through a fetcher")
  func tokensByOwnTransport() async throws {
    let fetcher = RecordingFetcher(body: OperationTests.applications)
    let transport = StubTransport(.json(200, #"{"access_token":"t1","token_type":"Bearer","expires_in":3600}"#))
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://id.example.com", clientId: "app", clientSecret: "s",
        http: ThunderIDHttpConfig(fetcher: fetcher.fetch, transport: transport)))
    _ = try await client.applications.list()
    #expect(transport.lines == ["POST https://id.example.com/oauth2/token"])
    #expect(fetcher.lines == ["GET https://id.example.com/applications"])
    #expect(fetcher.requests.first?.value(forHTTPHeaderField: "Authorization") == "Bearer t1")
    #expect(try await client.getAccessToken() == "t1")
  }

  @Test("collections with addresses of their own are asked there, and the others at the base")
  func endpoints() async throws {
    let transport = StubTransport { request, _ in
      .json(200, request.url.contains("/organization-units") ? OperationTests.units : OperationTests.user)
    }
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://idp.example.com", tokenSource: FixedTokenSource("t"),
        endpoints: ThunderIDEndpoints(users: "https://rs.example.com/v1/people/"),
        http: ThunderIDHttpConfig(transport: transport)))
    _ = try await client.users.get(id: "1")
    _ = try await client.users.me()
    _ = try await client.organizationUnits.list()
    #expect(
      transport.lines == [
        "GET https://rs.example.com/v1/people/1?include=display", "GET https://rs.example.com/v1/people/me",
        "GET https://idp.example.com/organization-units",
      ])
  }

  @Test("a second initialize(config:) throws .alreadyInitialized and changes nothing")
  func twice() async throws {
    let transport = StubTransport(.json(200, OperationTests.applications))
    let client = try client(ThunderIDHttpConfig(transport: transport))
    #expect(client.isInitialized)
    #expect(throws: ThunderIDError.self) {
      try client.initialize(config: ThunderIDConfig(baseUrl: "https://other.example.com"))
    }
    do { try client.initialize(config: ThunderIDConfig(baseUrl: "https://other.example.com")) } catch {
      #expect((error as? ThunderIDError)?.code == .alreadyInitialized)
    }
    _ = try await client.applications.list()
    #expect(transport.lines == ["GET https://id.example.com/applications"])
  }

  @Test("without any token source the error says what to configure, and nothing is sent")
  func nobodySignedIn() async throws {
    let transport = StubTransport(.json(200, OperationTests.applications))
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://id.example.com", clientId: "app", http: ThunderIDHttpConfig(transport: transport)))
    let error = await thunderError { _ = try await client.applications.list() }
    #expect(error?.code == .authenticationFailed)
    #expect(error?.message.contains("tokenSource") == true)
    #expect(transport.lines.isEmpty)
  }

  @Test("a secret without a client id, a bad address and a timeout of nothing are bad configurations")
  func badConfiguration() {
    let bad = [
      ThunderIDConfig(baseUrl: "https://id.example.com", clientSecret: "s"),
      ThunderIDConfig(baseUrl: "id.example.com"),
      ThunderIDConfig(baseUrl: "https://a", endpoints: ThunderIDEndpoints(agents: "http://rs.example.com/agents")),
      ThunderIDConfig(baseUrl: "https://a", http: ThunderIDHttpConfig(timeout: 0)),
      ThunderIDConfig(baseUrl: "https://a", http: ThunderIDHttpConfig(timeout: .nan)),
    ]
    for config in bad {
      let client = ThunderIDClient()
      do {
        try client.initialize(config: config)
        Issue.record("\(config.baseUrl) was accepted")
      } catch {
        #expect((error as? ThunderIDError)?.code == .invalidConfiguration)
      }
      #expect(!client.isInitialized)
    }
  }
}
