import Testing
import ThunderID

@testable import ThunderIDPlan

struct KnownDriftTests {
  private func step(_ name: String, _ value: String) -> Step {
    Step(
      id: "s1", address: Address(kind: "users", identity: name), action: .update,
      changes: [FieldChange(path: pointer("/attributes/given_name"), before: "x", after: .string(value))])
  }

  @Test("only what is new, changed or gone counts")
  func compare() throws {
    let known = KnownDrift().accepting([step("a", "1"), step("b", "1"), step("c", "1")])
    let result = known.compare([step("a", "1"), step("b", "2"), step("d", "1")], today: "2026-12-01")
    #expect(result.counting.map(\.address.identity) == ["b", "d"])
    #expect(result.changed == 1 && result.accepted == 1 && result.gone.map(\.address) == ["users/c"])
    #expect(known.compare([step("a", "1"), step("b", "1"), step("c", "1")], today: "2026-12-01").isQuiet)
  }

  @Test("acceptance ends with its last day, and its terms survive another acceptance")
  func until() throws {
    var known = KnownDrift().accepting([step("a", "1")])
    known.entries[0].until = "2026-12-31"
    known.entries[0].reason = "ticket 7"
    #expect(known.compare([step("a", "1")], today: "2026-12-31").isQuiet)
    #expect(known.compare([step("a", "1")], today: "2027-01-01").counting.count == 1)
    #expect(known.accepting([step("a", "1")]) == known)
    #expect(known.accepting([step("a", "2")]).entries[0].until == nil)
  }

  @Test("the file reads back, and what is none is refused")
  func file() throws {
    let known = KnownDrift().accepting([step("a", "1")])
    #expect(try KnownDrift(parsing: known.json.bytes()) == known)
    for text in ["", "{}", #"{"formatVersion":2,"findings":[]}"#, #"{"formatVersion":1,"findings":[{}]}"#] {
      #expect(throws: PlanFileError.self) { try KnownDrift(parsing: Array(text.utf8)) }
    }
  }

  @Test("metrics have a type each and count by kind and action")
  func metrics() {
    let plan = Plan(steps: [step("a", "1")], unchanged: 4, server: "s")
    let text = MetricsReport.render(plan, isQuiet: false, now: 1_700_000_000.5, seconds: 0.25)
    let lines = text.split(separator: "\n")
    #expect(lines.contains("thunderid_apply_in_sync 0"))
    #expect(lines.contains(#"thunderid_apply_drifted_resources{kind="users",action="update"} 1"#))
    #expect(lines.contains("thunderid_apply_unchanged_resources 4"))
    #expect(lines.contains("thunderid_apply_last_success_timestamp_seconds 1700000000"))
    #expect(lines.count { $0.hasPrefix("# TYPE") } == 5)
  }
}
