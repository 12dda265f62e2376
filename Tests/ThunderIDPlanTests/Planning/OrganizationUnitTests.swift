import Testing
import ThunderID

@testable import ThunderIDPlan

struct OrganizationUnitTests {
  private func unit(_ path: String, _ name: String, state: Lifecycle.State = .present) -> DesiredResource {
    var resource = declared("organizationUnits", ["path": .string(path), "name": .string(name)]) {
      $0.lifecycle.state = state
    }
    OrganizationUnitKind().expand(&resource)
    return resource
  }

  @Test("parents come first, whatever the order of the manifest, and what lives in a new unit waits for it")
  func order() throws {
    let place = SourceLocation(file: "m.yaml", line: 9, column: 1)
    let user = declared(
      "users", ["type": "Person", "attributes": ["username": "jane"]],
      references: [
        Reference(pointer: pointer("/ouId"), target: .organizationUnit(path: "acme/eng/web"), location: place)
      ])
    let plan = try planned([user, unit("acme/eng/web", "Web"), unit("acme", "Top"), unit("acme/eng", "Engineering")])
    #expect(
      plan.steps.map(\.address.description) == [
        "organizationUnits/acme", "organizationUnits/acme/eng", "organizationUnits/acme/eng/web", "users/jane",
      ])
    #expect(plan.steps[1].body?.text() == #"{"name":"Engineering","handle":"eng"}"#)
    #expect(plan.steps.map(\.dependsOn) == [[], ["s1"], ["s2"], ["s3"]])
  }

  @Test("an update keeps the parent, which the server would forget")
  func parentIsKept() throws {
    let live = live("o2", ["path": "acme/eng", "handle": "eng", "name": "Old", "parent": "o1", "createdAt": "t"])
    let plan = try planned(
      [unit("acme/eng", "New")], against: ["organizationUnits": [live]],
      snapshot: { $0.organizationUnits = [ExactString("acme"): "o1"] })
    #expect(outline(plan) == ["s1 | update | organizationUnits/acme/eng | /name \"Old\">\"New\""])
    #expect(plan.steps[0].body?.text() == #"{"handle":"eng","name":"New","parent":"o1"}"#)
  }

  @Test("units are deleted from the leaves up")
  func deletes() throws {
    let paths = ["acme", "acme/eng", "acme/eng/web"]
    let plan = try planned(
      paths.map { unit($0, "x", state: .absent) },
      against: ["organizationUnits": paths.map { live("id of \($0)", ["path": .string($0)]) }])
    #expect(plan.steps.map(\.address.identity) == paths.reversed())
  }
}
