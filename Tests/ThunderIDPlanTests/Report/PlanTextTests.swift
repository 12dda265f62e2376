import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("A plan as text")
struct PlanTextTests {
  private func address(_ text: String) throws -> Address { try #require(Address(text)) }

  private func change(_ path: String, _ before: JSONValue?, _ after: JSONValue?, sensitive: Bool = false) -> FieldChange
  {
    FieldChange(path: pointer(path), before: before, after: after, isSensitive: sensitive)
  }

  /// A plan with one of everything.
  private func everything() throws -> Plan {
    Plan(
      steps: [
        Step(
          id: "s1", address: try address("users/jane"), action: .create,
          changes: [
            change("/type", nil, "Person"), change("/attributes/username", nil, "jane"),
            change("/attributes/age", nil, 31), change("/attributes/address", nil, ["city": "Oslo", "zip": "0150"]),
          ],
          secretNotes: [SecretNote(path: pointer("/attributes/password"), fate: .setAtCreation)]),
        Step(
          id: "s2", address: try address("applications/Customer Portal"), action: .update, liveID: "a-1",
          changes: [
            change("/description", "old", "new"), change("/policyUri", "https://a.example.com/p", nil),
            change("/contacts", nil, ["a@example.com", "b@example.com"]),
            change("/inboundAuthConfig/0/config/redirectUris", ["https://a"], ["https://a", "https://b"]),
            change("/metadata/api~1key", nil, nil, sensitive: true),
          ],
          secretNotes: [
            SecretNote(path: pointer("/inboundAuthConfig/0/config/clientSecret"), fate: .kept),
            SecretNote(path: pointer("/flowSecret"), fate: .rotated),
          ], notes: ["somebody changed it since the run"]),
        Step(
          id: "s3", address: try address("agents/Nightly Sync"), action: .create,
          changes: [change("/name", nil, "Nightly Sync")],
          secretNotes: [SecretNote(path: pointer("/inboundAuthConfig/0/config/clientSecret"), fate: .generated)],
          dependsOn: ["s1"]),
        Step(
          id: "s4", address: try address("users/old"), action: .delete, liveID: "u-9",
          notes: ["its password does not come back with a rollback"]),
      ], unchanged: 7, server: "https://id.example.com",
      refusals: [
        GuardRefusal(
          address: try address("users/admin"), rule: "protected",
          message: "users/admin can't be deleted: it is the administrator",
          remedy: "nothing lifts this")
      ],
      warnings: [
        Diagnostic(
          code: "w", severity: .warning, location: SourceLocation(file: "m.yaml", line: 3, column: 5),
          message: "this is odd", hint: "do that", sourceLine: "    odd: 1")
      ])
  }

  private func text(_ plan: Plan, colored: Bool = false, _ purpose: PlanText.Purpose = .plan) -> String {
    PlanText(style: TextStyle(isColored: colored), purpose: purpose).render(plan)
  }

  @Test("one of everything") func all() throws { try expectGolden(text(try everything()), "plan.txt") }

  @Test("the same in colour") func colour() throws {
    try expectGolden(text(try everything(), colored: true), "plan-coloured.txt")
  }

  @Test("the same as a report of drift") func drift() throws {
    try expectGolden(text(try everything(), .drift), "drift.txt")
  }

  @Test("long lists show what goes and what comes, short ones and new orders both sides")
  func lists() throws {
    func uris(_ numbers: [Int]) -> JSONValue {
      .array(numbers.map { .string("https://portal.example.com/callback/\($0)") })
    }
    let plan = Plan(
      steps: [
        Step(
          id: "s1", address: try address("applications/Portal"), action: .update, liveID: "a-1",
          changes: [
            change("/redirectUris", uris([1, 2, 3]), uris([3, 4, 1])), change("/all", uris([1, 2]), uris([3])),
            change("/twice", uris([1, 2, 1]), uris([1, 2, 1, 1])), change("/order", uris([1, 2]), uris([2, 1])),
            change("/emptied", uris([1, 2, 3]), []), change("/short", ["a"], ["a", "b"]),
          ])
      ], unchanged: 0, server: "https://id.example.com")
    try expectGolden(text(plan), "lists.txt")
  }

  @Test("nothing to do, and how many were looked at")
  func noChanges() {
    func plan(_ unchanged: Int) -> Plan { Plan(steps: [], unchanged: unchanged, server: "https://id.example.com") }
    #expect(text(plan(0)) == "No changes. The server matches the manifest (0 resources checked).\n")
    #expect(text(plan(1)) == "No changes. The server matches the manifest (1 resource checked).\n")
    #expect(text(plan(2), .drift) == "No changes. The server matches the manifest (2 resources checked).\n")
  }

  @Test("no name, value or note can steer a terminal or hide itself")
  func hostile() throws {
    let evil = "\u{1b}[2J\u{7}\u{202e}\u{200f}\u{61c}\u{ad}\u{feff}\r\n\u{9b}31m"
    let plan = Plan(
      steps: [
        Step(
          id: "s1", address: Address(kind: "users", identity: evil), action: .update, liveID: evil,
          changes: [
            FieldChange(
              path: JSONPointer([evil]), before: .string(evil),
              after: .object(JSONObject([(evil, JSONValue.string("x"))])))
          ],
          secretNotes: [SecretNote(path: JSONPointer([evil]), fate: .kept)], notes: [evil])
      ], unchanged: 0, server: evil,
      refusals: [GuardRefusal(address: nil, rule: "r", message: evil, remedy: evil)],
      warnings: [
        Diagnostic(
          code: "w", severity: .warning, location: SourceLocation(file: evil, line: 1, column: 1), message: evil,
          hint: evil, sourceLine: evil)
      ])
    for purpose in [PlanText.Purpose.plan, .drift] {
      let shown = text(plan, purpose)
      #expect(!shown.unicodeScalars.contains { $0 != "\n" && VisibleText.isHidden($0) })
      try expectGolden(shown, purpose == .plan ? "hostile.txt" : "hostile-drift.txt")
    }
  }

  @Test("letters of every script stay as they are")
  func scripts() {
    for text in ["Ümläut 漢字 🚀", "e\u{301}", "می\u{200c}خواهم", "👩\u{200d}👧", "नमस्ते"] {
      #expect(VisibleText.escaped(text).utf8.elementsEqual(text.utf8))
    }
  }
}
