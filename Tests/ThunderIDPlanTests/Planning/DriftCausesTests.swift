import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("Why a resource drifted")
struct DriftCausesTests {
  /// The causes of the differences between a present manifest and the server, by what an older manifest says.
  private func causes(
    _ present: [DesiredResource], older: [DesiredResource], live: [String: [LiveResource]]
  ) throws -> (plan: Plan, causes: DriftCauses) {
    var options = PlanOptions()
    options.isGuarded = false
    let plan = try planned(present, against: live, base: Manifest(resources: older), options: options)
    return (plan, DriftCauses(of: plan, older: try planned(older, against: live, options: options)))
  }

  private func outline(_ found: (plan: Plan, causes: DriftCauses)) -> [String] {
    found.plan.steps.flatMap { step in
      ["\(step.address) \(found.causes.cause(of: step)?.rawValue ?? "-")"]
        + step.changes.filter { $0.path != pointer("/ouId") }.map { change in
          let finding = found.causes.finding(change, of: step)
          return "  \(change.path) \(finding?.cause.rawValue ?? "-")" + (finding?.former.map { " \($0.text())" } ?? "")
        }
    }
  }

  private func user(_ fields: JSONValue) -> DesiredResource { declared("users", ["attributes": fields]) }

  @Test("each field by itself: the manifest, the server, both")
  func fields() throws {
    let found = try causes(
      [user(["username": "jane", "a": "new", "b": "same", "c": "new", "d": "said now", "e": "same"])],
      older: [user(["username": "jane", "a": "live", "b": "same", "c": "old", "e": "same"])],
      live: [
        "users": [
          live("u1", ["attributes": ["username": "jane", "a": "live", "b": "live", "c": "live", "e": "same"]])
        ]
      ])
    #expect(
      outline(found) == [
        "users/jane both", "  /attributes/a manifest", "  /attributes/b server", #"  /attributes/c both "old""#,
        "  /attributes/d manifest",
      ])
    #expect(found.causes.counts(found.plan).map(\.count) == [2, 1, 1])
  }

  @Test("a set counts by its members, not by their order")
  func sets() throws {
    func portal(_ contacts: JSONValue) -> DesiredResource {
      declared("applications", ["name": "Portal", "contacts": contacts])
    }
    let found = try causes(
      [portal(["a", "b"])], older: [portal(["b", "a"])],
      live: ["applications": [live("a1", ["name": "Portal", "contacts": ["a"]])]])
    #expect(outline(found) == ["applications/Portal server", "  /contacts server"])
    let agreed = try causes(
      [portal(["a", "b"])], older: [portal(["d", "c"])],
      live: ["applications": [live("a1", ["name": "Portal", "contacts": ["c", "d"]])]])
    #expect(outline(agreed) == ["applications/Portal manifest", "  /contacts manifest"])
  }

  @Test("what is missing was never applied, or was deleted")
  func missing() throws {
    let jane = user(["username": "jane"])
    #expect(
      outline(try causes([jane], older: [], live: [:])) == ["users/jane manifest", "  /attributes/username manifest"])
    #expect(
      outline(try causes([jane], older: [jane], live: [:])) == ["users/jane server", "  /attributes/username server"])
    #expect(
      outline(try causes([user(["username": "jane", "a": "new"])], older: [jane], live: [:]))
        == ["users/jane both", "  /attributes/username server", "  /attributes/a both"])
  }

  @Test("what should not be there was dropped from the manifest, or came back")
  func unwanted() throws {
    let jane = user(["username": "jane", "a": "x"])
    let gone = declared("users", ["attributes": ["username": "jane"]]) { $0.lifecycle.state = .absent }
    func there(_ a: JSONValue) -> [String: [LiveResource]] {
      ["users": [live("u1", ["attributes": ["username": "jane", "a": a]])]]
    }
    #expect(outline(try causes([], older: [jane], live: there("x"))) == ["users/jane manifest"])
    #expect(outline(try causes([gone], older: [jane], live: there("x"))) == ["users/jane manifest"])
    #expect(outline(try causes([gone], older: [gone], live: there("x"))) == ["users/jane server"])
    #expect(outline(try causes([gone], older: [jane], live: there("y"))) == ["users/jane both"])
    #expect(
      outline(try causes([jane], older: [gone], live: there("y"))) == ["users/jane both", "  /attributes/a both"])
  }

  @Test("a renamed resource is compared with what it was called before")
  func renamed() throws {
    func portal(_ name: String, _ description: String) -> DesiredResource {
      declared("applications", ["name": .string(name), "description": .string(description)]) {
        if name == "New" { $0.lifecycle.renamedFrom = "Old" }
      }
    }
    let found = try causes(
      [portal("New", "d")], older: [portal("Old", "d")],
      live: ["applications": [live("a1", ["name": "Old", "description": "edited"])]])
    #expect(
      outline(found) == ["applications/New both", "  /name manifest", "  /description server"])
  }

  @Test("text, JSON and Markdown say it")
  func reports() throws {
    let found = try causes(
      [
        user(["username": "jane", "a": "new", "b": "same", "c": "new"]), user(["username": "new"]),
      ],
      older: [user(["username": "jane", "a": "live", "b": "same", "c": "old"]), user(["username": "out"])],
      live: [
        "users": [
          live("u1", ["attributes": ["username": "jane", "a": "live", "b": "live", "c": "live"]]),
          live("u2", ["attributes": ["username": "out"]]),
        ]
      ])
    let text = PlanText(style: TextStyle(isColored: false), purpose: .drift, causes: found.causes).render(found.plan)
    #expect(
      text == """
        https://id.example.com is not what the manifest declares (live -> declared):

          # users/jane has drifted
          ~ users/jane (id u1)
              ~ attributes.a = "live" -> "new"  # the manifest changed
              ~ attributes.b = "live" -> "same"  # the server changed
              ~ attributes.c = "live" -> "new"  # both changed; declared before: "old"

          # users/new is missing
          + users/new
              # the manifest changed
              + attributes.username = "new"
              + ouId                = "o1"

          # users/out should not be there
          - users/out (id u2)
              # the manifest changed

        Why: the manifest changed: 3; the server changed: 1; both changed: 1.

        Drift: 1 missing, 1 changed, 1 unwanted; 0 as declared.

        """, "\(text)")
    let json = JSONValue.object(PlanJSON.drift(found.plan, causes: found.causes))
    #expect(json["why"] == ["manifest": 3, "server": 1, "both": 1])
    #expect(json["steps"]?[0]?["why"] == "both")
    #expect(json["steps"]?[0]?["changes"]?[2]?["why"] == "both")
    #expect(json["steps"]?[0]?["changes"]?[2]?["former"] == "old")
    #expect(PlanJSON.drift(found.plan, causes: nil)["why"] == nil)
    let markdown = MarkdownReport.render(found.plan, isDrift: true, causes: found.causes)
    #expect(markdown.contains("**Drift: 1 missing, 1 changed, 1 unwanted; 0 as declared.**"))
    #expect(markdown.contains("\nWhy: the manifest changed: 3; the server changed: 1; both changed: 1.\n"))
    #expect(markdown.contains("| field | before | after | why |\n|---|---|---|---|\n"))
    #expect(
      markdown.contains(#"`"new"` | both changed; declared before: "old" |"#),
      "\(markdown)")
  }

  @Test("a value that may not be shown is compared all the same, and not shown")
  func sensitive() throws {
    func step(_ value: String) -> Step {
      let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
      return Step(
        id: "s1", address: Address(kind: "users", identity: "jane"), action: .update, liveID: "u1",
        changes: [FieldChange(path: pointer("/attributes/pin"), before: "1", after: "2", isSensitive: true)],
        secrets: [
          SecretField(
            pointer: pointer("/attributes/pin"), secret: Secret(value, origin: .literal(at: place)), location: place)
        ])
    }
    func finding(_ present: String, _ older: String) -> DriftCauses.Finding? {
      let plan = Plan(steps: [step(present)], unchanged: 0, server: "s")
      return DriftCauses(of: plan, older: Plan(steps: [step(older)], unchanged: 0, server: "s"))
        .finding(plan.steps[0].changes[0], of: plan.steps[0])
    }
    #expect(finding("x", "x") == DriftCauses.Finding(cause: .server))
    #expect(finding("x", "y") == DriftCauses.Finding(cause: .both))
  }
}
