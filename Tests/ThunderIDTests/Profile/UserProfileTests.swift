import Testing
import ThunderID

@Suite("The profile of the signed-in user")
struct UserProfileTests {
  private func client(_ transport: any HTTPTransport) throws -> ThunderIDClient {
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://a", tokenSource: FixedTokenSource("t"), http: ThunderIDHttpConfig(transport: transport)))
    return client
  }

  private static let scim = #"""
    {"id":"1","userName":"jane","displayName":"Jane","phoneNumbers":[{"type":"work","value":"+1","primary":true},
    {"type":"home","value":"+2"}],"urn:x":{"n":1.0}}
    """#
  private static let record = #"""
    {"id":"1","ouId":"o","type":"Person","attributes":{"sub":"s","name":"Jane","username":"jane","mobile_number":"+1"},
    "isReadOnly":false}
    """#

  @Test("a SCIM profile is read from /scim2/Me and goes back whole")
  func scim() async throws {
    let stub = StubTransport(.json(200, UserProfileTests.scim))
    let client = try client(stub)
    var profile = try await client.getUserProfile()
    #expect(profile.source == .scim && profile.id == "1" && profile.userName == "jane")
    #expect(profile.displayName == "Jane" && profile.phoneNumbers == ["+1", "+2"])
    profile.displayName = "J"
    profile.phoneNumbers = ["+2", "+3", "+4"]
    _ = try await client.updateUserProfile(profile)
    #expect(stub.lines == ["GET https://a/scim2/Me", "PUT https://a/scim2/Me"])
    let sent = try JSONValue(parsing: stub.requests[1].body ?? [])
    #expect(sent["displayName"] == "J" && sent["urn:x"]?.objectValue?["n"] == .number(JSONNumber("1.0")!))
    #expect(
      sent["phoneNumbers"] == [["type": "home", "value": "+2"], ["type": "home", "value": "+3"], ["value": "+4"]])
  }

  @Test("where the server has no SCIM endpoint it is the user record, and the update keeps every attribute")
  func fallback() async throws {
    let stub = StubTransport(
      .text(404, "text/plain; charset=utf-8", "404 page not found\n"), .json(200, UserProfileTests.record),
      .json(200, UserProfileTests.record))
    let client = try client(stub)
    var profile = try await client.getUserProfile()
    #expect(profile.source == .userRecord && profile.userName == "jane" && profile.displayName == "Jane")
    #expect(profile.phoneNumbers == ["+1"])
    profile.displayName = "J"
    profile.phoneNumbers = []
    _ = try await client.updateUserProfile(profile)
    #expect(stub.lines == ["GET https://a/scim2/Me", "GET https://a/users/me", "PUT https://a/users/me"])
    #expect(
      String(decoding: stub.requests[2].body ?? [], as: UTF8.self)
        == #"{"attributes":{"sub":"s","name":"J","username":"jane"}}"#)
  }

  @Test("several numbers in a record that holds one are sent, not dropped")
  func severalNumbers() throws {
    var profile = try UserProfile(json: JSONValue(parsing: UserProfileTests.record), source: .userRecord)
    profile.phoneNumbers = ["+1", "+2"]
    #expect(profile.fields["attributes"]?["mobile_number"] == ["+1", "+2"])
    #expect(profile.phoneNumbers == ["+1", "+2"])
  }

  @Test("other errors than 404 are not taken for a missing endpoint", arguments: [401, 403, 500])
  func otherErrors(status: Int) async throws {
    let stub = StubTransport(.empty(status))
    let client = try client(stub)
    #expect(await thunderError { _ = try await client.getUserProfile() }?.status == status)
    #expect(stub.lines == ["GET https://a/scim2/Me"])
  }

  @Test("before initialize(config:) the profile throws .sdkNotInitialized")
  func notInitialized() async throws {
    #expect(await thunderError { _ = try await ThunderIDClient().getUserProfile() }?.code == .sdkNotInitialized)
  }
}
