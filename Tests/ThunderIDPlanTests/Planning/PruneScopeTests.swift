import Testing
import ThunderID

@testable import ThunderIDPlan

struct PruneScopeTests {
  @Test("for random worlds a plan deletes nothing outside its scopes and nothing that is declared")
  func neverOutside() throws {
    for seed in 0..<500 {
      var random = SeededGenerator(seed: UInt64(seed))
      let units = ["o1", "o2", "o3"]
      let types = ["T", "U"]
      let live = (0..<30).map { n in
        LiveResource(
          id: "id\(n)",
          record: [
            "id": .string("id\(n)"), "ouId": .string(units.randomElement(using: &random) ?? ""),
            "type": .string(types.randomElement(using: &random) ?? ""), "attributes": ["username": .string("u\(n)")],
          ])
      }
      let resources = (0..<30).filter { _ in Bool.random(using: &random) }.map {
        declared("users", ["attributes": ["username": .string("u\($0)")]])
      }
      guard !resources.isEmpty else { continue }
      let place = SourceLocation(file: "m.yaml", line: 1, column: 1)
      let scopes = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        PruneScope(
          kind: "users", ou: Bool.random(using: &random) ? ["a1", "a2", "a3"].randomElement(using: &random) : nil,
          type: Bool.random(using: &random) ? types.randomElement(using: &random) : nil, location: place)
      }
      var options = PlanOptions()
      options.prunes = true
      options.maxDeletes = 100
      options.maxDeletePercent = 100
      let plan = try planned(
        resources, against: ["users": live],
        snapshot: { $0.organizationUnits = [ExactString("a1"): "o1", ExactString("a2"): "o2"] }, prune: scopes,
        options: options)
      let declaredNames = Set(resources.map(\.address.identity))
      func isInScope(_ record: JSONValue) -> Bool {
        scopes.contains { scope in
          let unit = scope.ou.map { ["a1": "o1", "a2": "o2"][$0] ?? "nowhere" }
          return (unit == nil || record["ouId"]?.stringValue == unit)
            && (scope.type == nil || record["type"]?.stringValue == scope.type)
        }
      }
      let expected = live.filter { resource in
        let name = resource.record["attributes"]?["username"]?.stringValue ?? ""
        return !declaredNames.contains(name) && isInScope(resource.record)
      }
      #expect(Set(plan.steps.compactMap(\.liveID)) == Set(expected.map(\.id)), "seed \(seed)")
      #expect(plan.steps.allSatisfy { $0.action == .delete })
    }
  }
}
