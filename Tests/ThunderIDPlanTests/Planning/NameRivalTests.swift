import Testing
import ThunderID

@testable import ThunderIDPlan

/// The server refuses an application the name of an agent, and takes an agent of an application's name (recorded: 661).
@Suite("Names that an application must take first")
struct NameRivalTests {
  private let application = declared("applications", ["name": "Portal"], line: 1)
  private let agent = declared("agents", ["name": "Portal", "type": "default"], line: 2)
  private let user = declared("users", ["type": "Person", "attributes": ["username": "p", "name": "Portal"]], line: 3)

  @Test("an agent and a user wait for the application of their name, others wait for nothing")
  func order() throws {
    let other = declared("agents", ["name": "Other", "type": "default"])
    let plan = try planned([agent, other, user, application])
    let steps = Dictionary(uniqueKeysWithValues: plan.steps.map { ($0.address.description, $0) })
    let first = try #require(steps["applications/Portal"])
    #expect(first.dependsOn == [])
    #expect(steps["agents/Portal"]?.dependsOn == [first.id])
    #expect(steps["users/p"]?.dependsOn == [first.id])
    #expect(steps["agents/Other"]?.dependsOn == [])
  }

  @Test("an application waits for the agent that gives its name away")
  func freed() throws {
    let gone = declared("agents", ["name": "Portal"], line: 2) { $0.lifecycle.state = .absent }
    let plan = try planned(
      [application, gone], against: ["agents": [live("g1", ["name": "Portal", "type": "default"])]])
    #expect(plan.steps.map(\.action) == [.delete, .create])
    #expect(plan.steps.last?.dependsOn == [plan.steps[0].id])
  }

  @Test("where an agent that stays has the name, the plan says so; an application that has it already keeps it")
  func taken() throws {
    let agents = ["agents": [live("g1", ["name": "Portal", "type": "default"])]]
    #expect(faults { try planned([application, agent], against: agents) } == ["1 name-of-another-kind"])
    let both = agents.merging(["applications": [live("a1", ["name": "Portal"])]]) { $1 }
    let changed = declared("applications", ["name": "Portal", "description": "new"])
    #expect(faults { try planned([changed, agent], against: both) } == [])
  }
}
