import Foundation
import Testing
import ThunderID

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The library as its documentation uses it: this must compile and do what it says.
@Suite("Documented use")
struct DocumentedUseTests {
  private func client(_ recorder: RecordingFetcher) throws -> ThunderIDClient {
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://localhost:8090", clientId: "<your-client-id>", tokenSource: FixedTokenSource("t"),
        http: ThunderIDHttpConfig(fetcher: recorder.fetch)))
    return client
  }

  @Test("creating an application")
  func create() async throws {
    let recorder = RecordingFetcher(status: 201, body: #"{"id":"1","name":"My App","url":"https://app.example.com"}"#)
    let client = try client(recorder)
    var request = ApplicationRequest(name: "My App")
    request.url = "https://app.example.com"
    let application = try await client.applications.create(request)
    #expect(application.id == "1" && application.name == "My App")
    #expect(
      recorder.lines == [
        #"POST https://localhost:8090/applications {"name":"My App","url":"https://app.example.com"}"#
      ])
  }

  @Test("updating an application by its edited request")
  func update() async throws {
    let recorder = RecordingFetcher(body: #"{"id":"1","name":"a","type":"m2m","new":1.0}"#)
    let client = try client(recorder)
    var application = try await client.applications.get(id: "1")
    application.request.name = "b"
    _ = try await client.applications.update(id: application.id, application.request)
    #expect(
      recorder.lines.last == #"PUT https://localhost:8090/applications/1 {"name":"b","type":"m2m","new":1.0}"#)
  }

  @Test("catching by code")
  func errors() async throws {
    let client = try client(RecordingFetcher(status: 404, body: "{}"))
    do {
      _ = try await client.applications.get(id: "none")
      Issue.record("there is none")
    } catch let error as ThunderIDError where error.code == .notFound {
      #expect(error.code.rawValue == "NOT_FOUND")
    } catch let error as ThunderIDError where error.code == .forbidden {
      Issue.record("\(error)")
    }
  }

  @Test("a fetcher and endpoints in a configuration")
  func configuration() {
    let config = ThunderIDConfig(
      baseUrl: "https://idp.example.com", clientId: "<your-client-id>",
      endpoints: ThunderIDEndpoints(
        agents: "https://rs.example.com/agents", applications: "https://rs.example.com/applications",
        users: "https://rs.example.com/users"),
      http: ThunderIDHttpConfig(fetcher: { request in try await URLSession.shared.data(for: request) }))
    #expect(config.http.fetcher != nil && config.endpoints.users == "https://rs.example.com/users")
    #expect(throws: Never.self) { try ThunderIDClient().initialize(config: config) }
  }

  @Test("an error can be made and told as Foundation tells errors")
  func localized() {
    let error = ThunderIDError(code: .serverError, message: "It broke.", underlyingError: CocoaError(.fileNoSuchFile))
    #expect(error.localizedDescription == "It broke.")
    #expect(error.underlyingError is CocoaError)
  }
}
