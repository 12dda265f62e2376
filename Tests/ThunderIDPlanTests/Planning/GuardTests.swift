import Testing
import ThunderID

@testable import ThunderIDPlan

struct GuardTests {
  private func user(_ name: String, edit: (inout DesiredResource) -> Void = { _ in }) -> DesiredResource {
    declared("users", ["attributes": ["username": .string(name)]], edit: edit)
  }

  private func there(_ names: [String], ou: String = "o1") -> [String: [LiveResource]] {
    [
      "users": names.map {
        live("id-\($0)", ["ouId": .string(ou), "type": "T", "attributes": ["username": .string($0)]])
      }
    ]
  }

  private let scope = PruneScope(
    kind: "users", ou: "acme", type: nil, location: SourceLocation(file: "m.yaml", line: 9, column: 1))
  private let knowsAcme: (inout Snapshot) -> Void = { $0.organizationUnits = [ExactString("acme"): "o1"] }

  private func pruning(percent: Int = 100) -> PlanOptions {
    var options = PlanOptions()
    options.prunes = true
    options.maxDeletePercent = percent
    return options
  }

  private func refusals(_ work: () throws -> Plan) -> [String] {
    do {
      _ = try work()
      return []
    } catch let refused as PlanRefused {
      return refused.refusals.map { "\($0.rule) \($0.address?.description ?? "-")" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("prune deletes what is undeclared in its scope and nothing outside")
  func prune() throws {
    var live = there(["keep", "extra"])
    live["users", default: []] += there(["outside"], ou: "o2")["users"] ?? []
    let plan = try planned(
      [user("keep")], against: live, snapshot: knowsAcme, prune: [scope], options: pruning())
    #expect(outline(plan) == ["s1 | delete | users/extra"])
    let other = PruneScope(kind: "users", ou: "acme", type: "Other", location: scope.location)
    #expect(
      try planned([user("keep")], against: live, snapshot: knowsAcme, prune: [other], options: pruning()).steps.isEmpty)
    let unknown = PruneScope(kind: "users", ou: "nowhere", type: nil, location: scope.location)
    #expect(
      try planned([user("keep")], against: live, snapshot: knowsAcme, prune: [unknown], options: pruning()).steps
        .isEmpty)
  }

  @Test("prune without a scope or with an empty manifest is refused")
  func pruneScopes() {
    #expect(refusals { try planned([user("a")], options: pruning()) } == ["prune-scope -"])
    #expect(
      refusals { try planned([], against: there(["a"]), snapshot: knowsAcme, prune: [scope], options: pruning()) } == [
        "empty-manifest -"
      ])
  }

  @Test("a large share of deletes that nobody wrote down is refused, written ones are not")
  func percent() throws {
    let names = (0..<10).map { "u\($0)" }
    let most = names.prefix(7).map { user($0) }
    #expect(
      refusals {
        try planned(most, against: there(names), snapshot: knowsAcme, prune: [scope], options: pruning(percent: 20))
      } == ["max-delete-percent -"])
    #expect(
      try planned(most, against: there(names), snapshot: knowsAcme, prune: [scope], options: pruning(percent: 30))
        .summary.destroy == 3)
    let written = names.prefix(5).map { user($0) { $0.lifecycle.state = .absent } }
    #expect(try planned(written, against: there(names)).summary.destroy == 5)
  }

  @Test("what the base manifest had and this one has not is deleted, what was renamed is not")
  func base() throws {
    let plan = try planned(
      [user("a")], against: there(["a", "b", "c"]), base: Manifest(resources: [user("a"), user("b"), user("gone")]))
    #expect(outline(plan) == ["s1 | delete | users/b"])
    #expect(plan.steps[0].isUnwritten)
    let renamed = try planned(
      [user("new") { $0.lifecycle.renamedFrom = "b" }], against: there(["b"]), base: Manifest(resources: [user("b")]))
    #expect(outline(renamed) == ["s1 | update | users/new | /attributes/username \"b\">\"new\""])
  }

  @Test("preventDestroy holds, also after its block is gone from the manifest")
  func preventDestroy() {
    let kept = user("a") {
      $0.lifecycle.preventDestroy = true
      $0.lifecycle.state = .absent
    }
    #expect(refusals { try planned([kept], against: there(["a"])) } == ["prevent-destroy users/a"])
    let old = user("a") { $0.lifecycle.preventDestroy = true }
    #expect(
      refusals { try planned([user("b")], against: there(["a", "b"]), base: Manifest(resources: [old])) } == [
        "prevent-destroy users/a"
      ])
  }

  @Test("protected, occupied and read-only resources are refused, and the rest goes on when asked")
  func protected() throws {
    let gone = ["me", "full", "free"].map { user($0) { $0.lifecycle.state = .absent } }
    let facts: (inout Snapshot) -> Void = {
      $0.protected = ["id-me": "the user that this run is signed in as"]
      $0.consequences = ["id-full": Consequence(count: 2, summary: "it still holds 2 users", forbids: true)]
    }
    #expect(
      refusals { try planned(gone, against: there(["me", "full", "free"]), snapshot: facts) } == [
        "protected users/me", "not-empty users/full",
      ])
    var options = PlanOptions()
    options.skipsRefused = true
    let plan = try planned(gone, against: there(["me", "full", "free"]), snapshot: facts, options: options)
    #expect(outline(plan) == ["s1 | delete | users/free"])
    #expect(plan.refusals.count == 2)

    let fixed = ["applications": [live("a1", ["name": "A", "isReadOnly": true])]]
    #expect(
      refusals { try planned([declared("applications", ["name": "A", "url": "u"])], against: fixed) } == [
        "read-only applications/A"
      ])
  }

  @Test("what a delete drags along counts against the limit")
  func dragged() {
    #expect(
      refusals {
        try planned([user("a") { $0.lifecycle.state = .absent }], against: there(["a"])) {
          $0.consequences = ["id-a": Consequence(count: 25, summary: "25 groups refer to it")]
        }
      } == ["max-deletes -"])
  }

  @Test("an update that makes new credentials needs --rotate")
  func mintedCredentials() throws {
    let app = declared(
      "applications", ["name": "A", "inboundAuthConfig": [["type": "oauth2", "config": ["clientId": "c"]]]])
    let bare = ["applications": [live("a1", ["name": "A"])]]
    #expect(refusals { try planned([app], against: bare) } == ["new-credentials applications/A"])
    var options = PlanOptions()
    options.rotate = [app.address]
    #expect(try planned([app], against: bare, options: options).steps.map(\.secretNotes.first?.fate) == [.generated])
  }

  @Test("--rotate makes a client secret where the manifest gives none")
  func rotateGenerated() throws {
    let fields: JSONValue = ["name": "A", "inboundAuthConfig": [["type": "oauth2", "config": ["clientId": "c"]]]]
    var options = PlanOptions()
    options.rotate = [Address(kind: "applications", identity: "A")]
    let step = try planned(
      [declared("applications", fields)], against: ["applications": [live("a1", fields)]], options: options
    ).steps[0]
    #expect(step.secretNotes == [SecretNote(path: pointer("/inboundAuthConfig/0/config/clientSecret"), fate: .rotated)])
    #expect(step.secrets.first?.secret.origin == .generated && step.secrets.first?.secret.reveal().utf8.count == 43)
  }

  @Test("what goes with a delete is said at its step, and unmanaged resources are named on request")
  func saidInThePlan() throws {
    var options = PlanOptions()
    options.showsUnmanaged = true
    let plan = try planned(
      [user("a") { $0.lifecycle.state = .absent }, user("b")], against: there(["a", "b", "c"]),
      snapshot: { $0.consequences = ["id-a": Consequence(count: 2, summary: "2 groups refer to it")] }, options: options
    )
    #expect(plan.steps.map(\.notes) == [["2 groups refer to it"]])
    #expect(plan.unmanaged.map(\.description) == ["users/c"])
  }

  @Test("two resources of the manifest that want one unique value are refused")
  func sharedUniqueValue() throws {
    let users = ["a", "b"].map { name in
      declared(
        "users", ["type": "T", "attributes": ["username": .string(name), "email": "one@x"]], line: name == "a" ? 2 : 5)
    }
    func schema(_ isUnique: Bool) -> (inout Snapshot) -> Void {
      let type: JSONValue = [
        "username": ["type": "string"], "email": ["type": "string", "unique": .bool(isUnique)],
      ]
      return { $0.schemas["users"] = [ExactString("T"): TypeSchema(name: "T", json: type)] }
    }
    #expect(faults { try planned(users, snapshot: schema(true)) } == ["5 unique-value-twice"])
    #expect(faults { try planned(users, snapshot: schema(false)) } == [])
  }
}
