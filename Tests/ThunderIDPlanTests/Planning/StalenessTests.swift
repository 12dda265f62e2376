import Testing
import ThunderID

@testable import ThunderIDPlan

struct StalenessTests {
  private let before: JSONValue = ["id": "1", "name": "A", "contacts": ["a", "b"], "createdAt": "t1"]

  private func step(_ action: Step.Action, edit: (inout Step) -> Void = { _ in }) -> Step {
    var step = Step(
      id: "s1", address: Address(kind: "applications", identity: "A"), action: action, liveID: "1", before: before)
    edit(&step)
    return step
  }

  @Test("a record that only the server touched, or whose sets are in another order, is fresh")
  func fresh() {
    let same = before.setting("t2", at: pointer("/createdAt")).setting(["b", "a"], at: pointer("/contacts"))
    #expect(Staleness(of: step(.update), live: same, key: []) == .fresh)
    #expect(Staleness(of: step(.delete), live: nil, key: []) == .fresh)
  }

  @Test("a moved record names its fields, a missing one is gone")
  func stale() {
    let moved = before.setting("u", at: pointer("/url")).setting(nil, at: pointer("/contacts"))
    #expect(Staleness(of: step(.update), live: moved, key: []) == .moved(fields: ["/contacts", "/url"]))
    #expect(Staleness(of: step(.delete), live: moved, key: []) == .moved(fields: ["/contacts", "/url"]))
    #expect(Staleness(of: step(.update), live: nil, key: []) == .gone)
    #expect(Staleness.moved(fields: ["/url"]).reason == "changed on the server since the plan was made: /url")
  }

  @Test("a saved fingerprint stands in for the record")
  func saved() {
    let key: [UInt8] = [1, 2, 3]
    let saved = step(.update) {
      $0.fingerprint = Fingerprint(of: before, kind: ApplicationKind(), key: key)
      $0.before = nil
    }
    #expect(Staleness(of: saved, live: before, key: key) == .fresh)
    #expect(
      Staleness(of: saved, live: before.setting("B", at: pointer("/name")), key: key) == .moved(fields: ["/name"]))
  }

  @Test("fields that are kept from the plan are not compared")
  func withheld() {
    let hidden = step(.update) {
      $0.withheld = [pointer("/url")]
    }
    #expect(Staleness(of: hidden, live: before.setting("secret", at: pointer("/url")), key: []) == .fresh)
  }
}
