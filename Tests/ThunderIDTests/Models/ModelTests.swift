import Testing
import ThunderID

@Suite("Models: a view that loses nothing")
struct ModelTests {
  private static let odd = #""x-new":{"deep":[1.0,9007199254740993,1e400,-0.0]},"t":"\u0000\u00e9 \"","n":null"#

  @Test("unknown fields, order and numbers survive read, edit and write")
  func fidelity() throws {
    let text =
      #"{"x-first":1.0,"id":"1","name":"n","url":"https://a","metadata":{"b":1e400,"a":9007199254740993},"#
      + ModelTests.odd
      + #","inboundAuthConfig":[{"type":"oauth2","config":{"x":1.0,"clientId":"c","pkceRequired":true}}]}"#
    var application = try Application(json: JSONValue(parsing: text))
    #expect(application.json.text() == text.replacing(#"\u0000\u00e9"#, with: "\\u0000\u{E9}"))
    application.request.url = "https://b"
    application.request.inboundAuthConfig?[0].config?.pkceRequired = false
    let expected = text.replacing("https://a", with: "https://b").replacing(
      #""pkceRequired":true"#, with: #""pkceRequired":false"#)
    #expect(application.json == (try JSONValue(parsing: expected)))
  }

  @Test(
    "every model gives back what it was made of",
    arguments: [
      { try ApplicationRequest(json: $0).json }, { try Application(json: $0).json }, { try ManagedUser(json: $0).json },
      { try CreateManagedUserRequest(json: $0).json }, { try UpdateManagedUserRequest(json: $0).json },
      { try Agent(json: $0).json }, { try CreateAgentRequest(json: $0).json },
      { try UpdateAgentRequest(json: $0).json },
      { try OrganizationUnit(json: $0).json }, { try OrganizationUnitRequest(json: $0).json },
      { try EntityType(json: $0).json }, { try FlowDefinition(json: $0).json }, { try ResourceUsages(json: $0).json },
      { try UserProfile(json: $0).json }, { try InboundAuthConfig(json: $0).json }, { try OAuthConfig(json: $0).json },
    ] as [@Sendable (JSONValue) throws -> JSONValue])
  func identity(read: @Sendable (JSONValue) throws -> JSONValue) throws {
    let text = #"{"z":1,"id":"1","type":"t","ouId":"o","name":"n","handle":"h",\#(ModelTests.odd),"a":[]}"#
    let json = try JSONValue(parsing: text)
    #expect(try read(json) == json)
    for bad in [JSONValue.null, [], "x", 1] {
      #expect(throws: ThunderIDError.self) { try read(bad) }
    }
  }

  @Test("an application holds what the server made and a request, whose fields read directly on it")
  func application() throws {
    let application = try Application(
      json: [
        "id": "1", "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-02T00:00:00Z", "clientId": "c",
        "isReadOnly": false, "name": "n", "ouId": "o", "type": "m2m", "contacts": ["a@b.example"],
        "isRegistrationFlowEnabled": true, "loginConsent": ["validityPeriod": 5],
      ])
    #expect(application.id == "1" && application.createdAt == "2026-01-01T00:00:00Z")
    #expect(application.updatedAt == "2026-01-02T00:00:00Z" && application.clientId == "c")
    #expect(application.name == "n" && application.type == "m2m" && application.contacts == ["a@b.example"])
    #expect(application.isRegistrationFlowEnabled == true && application.loginConsent?.validityPeriod == 5)
    #expect(application.url == nil)
    #expect(
      application.request.json.text()
        == #"{"name":"n","ouId":"o","type":"m2m","contacts":["a@b.example"],"isRegistrationFlowEnabled":true,"#
        + #""loginConsent":{"validityPeriod":5}}"#)
  }

  @Test("editing the request changes the application in place: fields go, come and keep their order")
  func requestSetter() throws {
    var application = try Application(json: ["name": "n", "id": "1", "url": "u", "type": "m2m"])
    application.request.url = nil
    application.request.name = "m"
    application.request.logoUrl = "l"
    var request = application.request
    request.fields["id"] = "other"
    application.request = request
    #expect(application.json.text() == #"{"name":"m","id":"1","type":"m2m","logoUrl":"l"}"#)
  }

  @Test("the requests that documents name need exactly their required fields")
  func required() throws {
    #expect(ApplicationRequest(name: "n").json == ["name": "n"])
    #expect(CreateManagedUserRequest(ouId: "o", type: "t").json == ["ouId": "o", "type": "t"])
    #expect(UpdateManagedUserRequest().json == [:] && UpdateAgentRequest().json == [:])
    #expect(CreateAgentRequest(ouId: "o", type: "t", name: "n").json == ["ouId": "o", "type": "t", "name": "n"])
    #expect(throws: ThunderIDError.self) { try ApplicationRequest(json: ["url": "u"]) }
    #expect(throws: ThunderIDError.self) { try ApplicationRequest(json: ["name": 5]) }
    #expect(throws: ThunderIDError.self) { try CreateManagedUserRequest(json: ["ouId": "o"]) }
    #expect(throws: ThunderIDError.self) { try CreateAgentRequest(json: ["ouId": "o", "type": "t"]) }
    #expect(throws: ThunderIDError.self) { try Application(json: ["name": "n"]) }
  }

  @Test("a request made of a record keeps it whole but for what the server makes")
  func fromRecords() throws {
    let user = try ManagedUser(
      json: [
        "id": "1", "ouId": "o", "ouHandle": "h", "type": "t", "attributes": ["a": 1], "display": "d",
        "isReadOnly": false, "new": 1,
      ])
    #expect(
      UpdateManagedUserRequest(user).json == ["ouId": "o", "type": "t", "attributes": ["a": 1], "new": 1])
    let agent = try Agent(json: ["id": "1", "name": "n", "type": "t", "clientId": "c", "owner": "x", "ouHandle": "h"])
    #expect(UpdateAgentRequest(agent).json == ["name": "n", "type": "t", "owner": "x"])
    let unit = try OrganizationUnit(
      json: ["id": "1", "handle": "h", "name": "n", "parent": "p", "createdAt": "c", "updatedAt": "u"])
    #expect(OrganizationUnitRequest(unit).json == ["handle": "h", "name": "n", "parent": "p"])
  }

  @Test("a property of another type than the schema's reads as absent and stays as it is")
  func wrongTypes() throws {
    var request = try ApplicationRequest(json: ["name": "n", "url": 5, "contacts": ["a", 1], "metadata": "x"])
    #expect(request.url == nil && request.contacts == nil && request.metadata == nil)
    request.logoUrl = "l"
    #expect(request.json["url"] == 5 && request.json["contacts"] == ["a", 1] && request.json["metadata"] == "x")
  }

  @Test("nil removes a field, null is set through the fields")
  func clearing() {
    var request = ApplicationRequest(name: "n")
    request.url = "u"
    request.url = nil
    #expect(request.json == ["name": "n"])
    request.fields["url"] = .null
    #expect(request.json.text() == #"{"name":"n","url":null}"#)
  }

  @Test("a page counts its rows, names its links and refuses holes")
  func pages() throws {
    let page = try ManagedUserListResponse(
      json: [
        "totalResults": 3, "startIndex": 2, "count": 1, "users": [["id": "1"]],
        "links": [["href": "/users?offset=2&limit=1", "rel": "next"]],
      ])
    #expect(page.totalResults == 3 && page.startIndex == 2 && page.count == 1)
    #expect(page.users.map(\.id) == ["1"] && page.links == ["next": "/users?offset=2&limit=1"])
    let applications = try ApplicationListResponse(json: ["totalResults": 0, "count": 0, "applications": .null])
    #expect(applications.applications.isEmpty && applications.startIndex == nil)
    let bad: [JSONValue] = [
      ["totalResults": 1, "users": [["ouId": "x"]]], ["users": []], ["totalResults": -1, "users": []],
      ["totalResults": 1], ["totalResults": 1, "users": [.null]], [],
    ]
    for json in bad { #expect(throws: ThunderIDError.self) { try ManagedUserListResponse(json: json) } }
  }
}
