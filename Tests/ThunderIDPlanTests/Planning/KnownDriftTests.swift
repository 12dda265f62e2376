import Testing
import ThunderID

@testable import ThunderIDPlan

struct KnownDriftTests {
  private let today = "2026-12-01"

  private func step(_ name: String, _ value: String) -> Step {
    Step(
      id: "s1", address: Address(kind: "users", identity: name), action: .update,
      changes: [FieldChange(path: pointer("/attributes/given_name"), before: "x", after: .string(value))])
  }

  @Test("only what is new, changed or gone counts")
  func compare() throws {
    let known = KnownDrift().accepting([step("a", "1"), step("b", "1"), step("c", "1")], today: today)
    let result = known.compare([step("a", "1"), step("b", "2"), step("d", "1")], today: "2026-12-01")
    #expect(result.counting.map(\.address.identity) == ["b", "d"])
    #expect(result.changed == 1 && result.accepted == 1 && result.gone.map(\.address) == ["users/c"])
    #expect(known.compare([step("a", "1"), step("b", "1"), step("c", "1")], today: "2026-12-01").isQuiet)
  }

  @Test("acceptance ends with its last day, and its terms survive another acceptance")
  func until() throws {
    var known = KnownDrift().accepting([step("a", "1")], today: today)
    known.entries[0].until = "2026-12-31"
    known.entries[0].reason = "ticket 7"
    #expect(known.compare([step("a", "1")], today: "2026-12-31").isQuiet)
    #expect(known.compare([step("a", "1")], today: "2027-01-01").counting.count == 1)
    #expect(known.accepting([step("a", "1")], today: today) == known)
    #expect(known.accepting([step("a", "2")], today: today).entries[0].until == nil)
  }

  @Test("the file reads back, and what is none is refused")
  func file() throws {
    let known = KnownDrift().accepting([step("a", "1")], today: today)
    #expect(try KnownDrift(parsing: known.json.bytes()) == known)
    for text in ["", "{}", #"{"formatVersion":2,"findings":[]}"#, #"{"formatVersion":1,"findings":[{}]}"#] {
      #expect(throws: PlanFileError.self) { try KnownDrift(parsing: Array(text.utf8)) }
    }
  }

  private func parsed(_ more: String) throws -> KnownDrift {
    try KnownDrift(
      parsing: Array(
        #"{"formatVersion":1,"findings":[{"address":"users/a","action":"update","fingerprint":"f"\#(more)}]}"#.utf8))
  }

  @Test("a term that is no day would never end: it is refused, as is a key that nobody knows")
  func slips() throws {
    for day in ["2026-12-31", "2028-02-29", "2000-02-29", "0001-01-01"] {
      #expect(try parsed(#","until":"\#(day)""#).entries[0].until == day)
    }
    #expect(try parsed(#","until":null,"reason":null"#).entries[0].until == nil)
    for slip in [
      #""until":"tomorrow""#, #""until":"2026-13-01""#, #""until":"2026-00-10""#, #""until":"2026-02-29""#,
      #""until":"1900-02-29""#, #""until":"2027""#, #""until":"２０２７-01-01""#, #""until":"99999-01-01""#,
      #""until":"2027-1-1""#, #""until":" 2027-01-01""#, #""until":"""#, #""until":20270101"#,
      #""untill":"2020-01-01""#,
      #""reason":7"#,
    ] {
      let error = #expect(throws: PlanFileError.self, "\(slip)") { try parsed("," + slip) }
      #expect(error?.description.contains("finding 1 (users/a)") == true, "\(slip) \(String(describing: error))")
    }
    let error = #expect(throws: PlanFileError.self) { try parsed(#","untill":"2020-01-01""#) }
    #expect(error?.description.hasSuffix("has an unknown key 'untill'; did you mean 'until'?") == true)
  }

  @Test("with targets nothing is said of others, and their acceptance stands")
  func targets() {
    let known = KnownDrift().accepting([step("a", "1"), step("b", "1"), step("c", "1")], today: today)
    let targets = [Address(kind: "users", identity: "b"), Address(kind: "users", identity: "c")]
    let found = known.compare([step("b", "1")], today: today, targets: targets)
    #expect(found.accepted == 1 && found.counting.isEmpty && found.gone.map(\.address) == ["users/c"])
    let again = known.accepting([step("b", "2")], today: today, targets: targets)
    #expect(again.entries.map(\.address) == ["users/a", "users/b"] && again.entries[0] == known.entries[0])
  }

  @Test("what is accepted again after its term is over has none")
  func renewed() {
    var known = KnownDrift().accepting([step("a", "1")], today: today)
    known.entries[0].until = "2026-11-30"
    known.entries[0].reason = "ticket 7"
    let found = known.compare([step("a", "1")], today: today)
    #expect(found.expired == 1 && found.changed == 0 && found.counting.count == 1)
    let again = known.accepting([step("a", "1")], today: today)
    #expect(again.entries[0].until == nil && again.entries[0].reason == "ticket 7")
    #expect(again.compare([step("a", "1")], today: today).isQuiet)
  }

  @Test("a difference that may not be shown is never taken for the accepted one")
  func sensitive() {
    var hidden = step("a", "1")
    hidden.changes = [FieldChange(path: pointer("/x"), before: "1", after: "2", isSensitive: true)]
    let known = KnownDrift().accepting([hidden, step("b", "1")], today: today)
    #expect(known.entries.map(\.address) == ["users/b"])
    let written = KnownDrift(entries: [
      KnownDrift.Entry(address: "users/a", action: "update", fingerprint: KnownDrift.fingerprint(hidden))
    ])
    #expect(written.compare([hidden], today: today).counting.count == 1)
    hidden.action = .create
    #expect(KnownDrift().accepting([hidden], today: today).entries.count == 1, "what is missing has no value to hide")
  }

  @Test("the order of a set makes no new finding, that of a list does")
  func sets() {
    func print(_ path: String, _ values: [String]) -> String {
      KnownDrift.fingerprint(
        Step(
          id: "s1", address: Address(kind: "applications", identity: "a"), action: .create,
          changes: [FieldChange(path: pointer(path), before: nil, after: .array(values.map { .string($0) }))]))
    }
    let uris = "/inboundAuthConfig/0/config/redirectUris"
    #expect(
      print(uris, ["a", "b"]) == print(uris, ["b", "a"]) && print(uris, ["a", "b"]) != print(uris, ["a", "c"]))
    #expect(print("/unknown", ["a", "b"]) != print("/unknown", ["b", "a"]))
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
