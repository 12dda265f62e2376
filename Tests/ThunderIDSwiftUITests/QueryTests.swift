import Foundation
import Testing
import ThunderID

@testable import ThunderIDSwiftUI

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers from a script and counts what was asked.
private actor Desk {
  private(set) var asked: [String] = []
  var status = 200

  func answer(_ request: URLRequest) throws -> (Data, URLResponse) {
    let path = request.url?.path ?? ""
    asked.append("\(request.httpMethod ?? "") \(path)")
    let body =
      path == "/applications" && request.httpMethod == "GET"
      ? #"{"totalResults":1,"count":1,"applications":[{"id":"a","name":"A"}]}"# : #"{"id":"a","name":"A"}"#
    let url = try #require(request.url)
    let response = HTTPURLResponse(
      url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
    return (Data(body.utf8), try #require(response))
  }

  func fail() { status = 403 }
}

@MainActor
struct QueryTests {
  private func state(_ desk: Desk) throws -> ThunderIDState {
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(
        baseUrl: "https://id.example.com", tokenSource: FixedTokenSource("t"),
        http: ThunderIDHttpConfig(fetcher: { try await desk.answer($0) })))
    return ThunderIDState(client: client)
  }

  @Test("a query reads nothing until it is asked to, then shows data or the error")
  func query() async throws {
    let desk = Desk()
    let query = try state(desk).applicationsQuery(limit: 20)
    #expect(query.data == nil && !query.isLoading)
    #expect(await desk.asked.isEmpty)
    await query.refetch()
    #expect(query.data?.applications.map(\.name) == ["A"] && query.error == nil && !query.isLoading)
    await desk.fail()
    await query.refetch()
    #expect(query.error?.code == .forbidden)
    #expect(query.data?.applications.count == 1, "what was read stays to be seen")
  }

  @Test("a mutation refreshes the loaded queries that it changed and no other")
  func refresh() async throws {
    let desk = Desk()
    let state = try state(desk)
    let list = state.applicationsQuery()
    let unloaded = state.applicationsQuery(limit: 1)
    let item = state.applicationQuery(id: "a")
    await list.refetch()
    await item.refetch()
    await state.deleteApplicationMutation().mutate("b")
    #expect(
      await desk.asked == ["GET /applications", "GET /applications/a", "DELETE /applications/b", "GET /applications"])
    await state.updateApplicationMutation().mutate(ResourceUpdate(id: "a", request: ApplicationRequest(name: "A")))
    #expect(await desk.asked.suffix(3) == ["PUT /applications/a", "GET /applications", "GET /applications/a"])
    #expect(unloaded.data == nil)
  }

  @Test("mutate keeps a failure, mutateThrowing throws it")
  func failure() async throws {
    let desk = Desk()
    await desk.fail()
    let mutation = try state(desk).createApplicationMutation()
    await mutation.mutate(ApplicationRequest(name: "A"))
    #expect(mutation.error?.code == .forbidden && mutation.data == nil && !mutation.isLoading)
    await #expect(throws: ThunderIDError.self) { try await mutation.mutateThrowing(ApplicationRequest(name: "A")) }
  }

  @Test("of overlapping reads the one asked for last counts")
  func overlap() async {
    let gate = Gate()
    var turn = 0
    let query = ResourceQuery<Int> {
      turn += 1
      let mine = turn
      if mine == 1 { await gate.wait() }
      return mine
    }
    let first = Task { await query.refetch() }
    while turn == 0 { await Task.yield() }
    await query.refetch()
    await gate.open()
    await first.value
    #expect(query.data == 2 && !query.isLoading)
  }

  @Test("the profile form loads, edits and saves")
  func profileForm() async throws {
    let client = ThunderIDClient()
    let form = UserProfileForm(client: client)
    #expect(await form.load() == false)
    #expect(form.error != nil && form.profile == nil)
    #expect(await form.save() == false)
  }
}

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }
  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
  }
}
