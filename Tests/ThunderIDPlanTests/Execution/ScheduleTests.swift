import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite struct ScheduleTests {
  private func step(
    _ id: String, _ kind: String = "users", _ name: String? = nil, _ action: Step.Action = .update,
    after: [String] = [], isSlow: Bool = false
  ) -> Step {
    var step = Step(id: id, address: Address(kind: kind, identity: name ?? id), action: action, dependsOn: after)
    if isSlow {
      let place = SourceLocation(file: "m", line: 1, column: 1)
      step.secrets = [
        SecretField(
          pointer: pointer("/credentials/password"), secret: Secret("x", origin: .literal(at: place)), location: place)
      ]
    }
    return step
  }

  private func startable(_ schedule: inout Schedule) -> [Int] {
    var result: [Int] = []
    while let index = schedule.next() { result.append(index) }
    return result
  }

  @Test("what waits for nothing starts at once, what depends on another when that is done")
  func dependsOn() {
    var schedule = Schedule([step("s1"), step("s2"), step("s3", after: ["s1"])])
    #expect(startable(&schedule) == [0, 1])
    #expect(schedule.finish(1, isDone: true).isEmpty)
    #expect(startable(&schedule) == [])
    #expect(schedule.finish(0, isDone: true).isEmpty)
    #expect(startable(&schedule) == [2])
  }

  @Test("a failure takes along what waits for it, however far, and nothing else")
  func failure() {
    var schedule = Schedule([step("s1"), step("s2", after: ["s1"]), step("s3", after: ["s2"]), step("s4")])
    #expect(startable(&schedule) == [0, 3])
    #expect(
      schedule.finish(0, isDone: false) == [
        Schedule.Skip(index: 1, needed: "s1"), Schedule.Skip(index: 2, needed: "s2"),
      ])
    #expect(schedule.finish(3, isDone: true).isEmpty)
    #expect(startable(&schedule) == [] && schedule.unstarted.isEmpty)
  }

  @Test("what waits for a step that was left out is left out")
  func absent() {
    var schedule = Schedule([step("s2", after: ["s1"]), step("s3", after: ["s2"]), step("s4")], without: ["s1"])
    #expect(schedule.begin().map(\.index) == [0, 1])
    #expect(startable(&schedule) == [2])
  }

  @Test("two writes of one resource never overlap, whatever became of the first")
  func oneIdentity() {
    for isDone in [true, false] {
      var schedule = Schedule([step("s1", "users", "jane"), step("s2", "users", "jane"), step("s3")])
      #expect(startable(&schedule) == [0, 2])
      #expect(schedule.finish(0, isDone: isDone).isEmpty)
      #expect(startable(&schedule) == [1])
    }
  }

  @Test("two addresses of one live resource do not overlap either")
  func oneID() {
    var steps = [step("s1", "users", "jane"), step("s2", "users", "joan")]
    for index in steps.indices { steps[index].liveID = "7" }
    var schedule = Schedule(steps)
    #expect(startable(&schedule) == [0])
  }

  @Test("organization units are written one after the other, users beside them")
  func serial() {
    var schedule = Schedule([step("s1", "organizationUnits"), step("s2", "organizationUnits"), step("s3")])
    #expect(startable(&schedule) == [0, 2])
    _ = schedule.finish(0, isDone: true)
    #expect(startable(&schedule) == [1])
  }

  @Test("writes that hash a password have lanes of their own, which others pass by")
  func slow() {
    var schedule = Schedule((1...6).map { step("s\($0)", isSlow: $0 < 5) }, slowLanes: 2)
    #expect(startable(&schedule) == [0, 1, 4, 5])
    _ = schedule.finish(1, isDone: true)
    #expect(startable(&schedule) == [2])
  }

  @Test("deletes wait for all that stands before them, but not for each other; units one by one")
  func deletes() {
    var schedule = Schedule([
      step("s1"), step("s2", "agents", nil, .delete), step("s3", "agents", nil, .delete),
      step("s4", "users", nil, .delete), step("s5", "organizationUnits", "a/b", .delete),
      step("s6", "organizationUnits", "a", .delete),
    ])
    #expect(startable(&schedule) == [0])
    _ = schedule.finish(0, isDone: false)
    #expect(startable(&schedule) == [1, 2])
    _ = schedule.finish(2, isDone: true)
    #expect(startable(&schedule) == [])
    _ = schedule.finish(1, isDone: true)
    #expect(startable(&schedule) == [3])
    _ = schedule.finish(3, isDone: true)
    #expect(startable(&schedule) == [4])
    _ = schedule.finish(4, isDone: true)
    #expect(startable(&schedule) == [5])
  }

  @Test("random plans run to their end in an order that keeps every rule", arguments: 0..<200)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let kinds = ["users", "organizationUnits", "agents"]
    let steps = (0..<Int.random(in: 1...40, using: &random)).map { i -> Step in
      let needed = (0..<i).filter { _ in Int.random(in: 0..<12, using: &random) == 0 }.map { "s\($0)" }
      return step(
        "s\(i)", kinds[Int.random(in: 0..<3, using: &random)], "n\(Int.random(in: 0..<20, using: &random))",
        Bool.random(using: &random) ? .update : .delete, after: needed, isSlow: Bool.random(using: &random))
    }
    var schedule = Schedule(steps, slowLanes: 2)
    var running: [Int] = []
    var ended: [Int: Bool] = [:]
    while true {
      while running.count < 5, let index = schedule.next() {
        let this = steps[index]
        #expect(ended[index] == nil)
        #expect(this.dependsOn.allSatisfy { ended[Int($0.dropFirst()) ?? -1] == true })
        #expect(!running.contains { steps[$0].address == this.address })
        if this.address.kind == "organizationUnits" {
          #expect(!running.contains { steps[$0].address.kind == this.address.kind })
        }
        if this.action == .delete {
          #expect((0..<index).allSatisfy { ended[$0] != nil || steps[$0].action == .delete })
        }
        running.append(index)
      }
      guard !running.isEmpty else { break }
      let index = running.remove(at: Int.random(in: 0..<running.count, using: &random))
      let isDone = Int.random(in: 0..<8, using: &random) != 0
      ended[index] = isDone
      for skip in schedule.finish(index, isDone: isDone) { ended[skip.index] = false }
    }
    #expect(ended.count == steps.count && schedule.unstarted.isEmpty)
  }
}
