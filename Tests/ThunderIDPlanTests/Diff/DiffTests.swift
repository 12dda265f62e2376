import Testing
import ThunderID

@testable import ThunderIDPlan

struct DiffTests {
  let rules = ApplicationKind().rules

  private func changes(_ desired: JSONValue, _ live: JSONValue) -> [String] {
    Diff.changes(desired, against: live, rules: rules).map {
      "\($0.path) \($0.before?.text() ?? "-") > \($0.after?.text() ?? "-")"
    }
  }

  private func app(_ config: JSONValue) -> JSONValue {
    ["inboundAuthConfig": [["type": "oauth2", "config": config]]]
  }

  @Test("only declared fields are compared")
  func declaredOnly() {
    #expect(
      changes(["description": "b"], ["description": "a", "policyUri": "https://x"]) == ["/description \"a\" > \"b\""])
  }

  @Test("lists that mean sets compare without order, others with it")
  func sets() {
    #expect(changes(app(["grantTypes": ["b", "a"]]), app(["grantTypes": ["a", "b"]])) == [])
    #expect(
      changes(app(["acrValues": ["b", "a"]]), app(["acrValues": ["a", "b"]])) == [
        "/inboundAuthConfig/0/config/acrValues [\"a\",\"b\"] > [\"b\",\"a\"]"
      ])
    #expect(
      changes(["contacts": ["a", "a"]], ["contacts": ["a", "b"]]) == ["/contacts [\"a\",\"b\"] > [\"a\",\"a\"]"])
  }

  @Test("null, an empty list and the server's default are no difference to what is absent")
  func unset() {
    #expect(changes(["policyUri": .null, "contacts": [], "isRegistrationFlowEnabled": false], [:]) == [])
    #expect(changes(["description": ""], [:]) == [])
    #expect(changes(["isRegistrationFlowEnabled": .null], ["isRegistrationFlowEnabled": false]) == [])
    #expect(changes(["policyUri": .null], ["policyUri": "p"]) == ["/policyUri \"p\" > -"])
    #expect(changes(["contacts": []], ["contacts": ["a"]]) == ["/contacts [\"a\"] > []"])
  }

  @Test("an attribute's empty text is a value of its own")
  func emptyAttribute() {
    let changes = Diff.changes(["attributes": ["nick": ""]], against: ["attributes": [:]], rules: UserKind().rules)
    #expect(changes == [FieldChange(path: pointer("/attributes/nick"), before: nil, after: "")])
  }

  @Test("numbers compare by value, texts by their bytes")
  func scalars() throws {
    let one = JSONValue.number(try #require(JSONNumber("3600.0")))
    #expect(changes(["assertion": ["validityPeriod": one]], ["assertion": ["validityPeriod": 3600]]) == [])
    #expect(changes(["description": "e\u{301}"], ["description": "\u{e9}"]).count == 1)
  }

  @Test("a new object is shown leaf by leaf")
  func newObject() {
    #expect(
      changes(app(["clientId": "c", "token": ["idToken": ["validityPeriod": 5]]]), [:]) == [
        "/inboundAuthConfig/0/type - > \"oauth2\"", "/inboundAuthConfig/0/config/clientId - > \"c\"",
        "/inboundAuthConfig/0/config/token/idToken/validityPeriod - > 5",
      ])
  }

  @Test("a merge keeps what the manifest does not name, with order and spelling")
  func merge() throws {
    let live = try JSONValue(
      parsing: #"{"z":1.0,"description":"a","metadata":{"n":9007199254740993,"k":1e400},"contacts":["b","a"]}"#)
    let merged = Overlay.merge(
      ["description": "b", "metadata": ["m": true], "contacts": ["a", "b"]], over: live, shape: .object(rules))
    #expect(
      merged.text()
        == #"{"z":1.0,"description":"b","metadata":{"n":9007199254740993,"k":1e400,"m":true},"contacts":["b","a"]}"#)
  }

  @Test("manage: replace clears undeclared mutable fields and leaves derived ones")
  func replace() {
    let live: JSONValue = [
      "name": "x", "ouId": "1", "type": "m2m", "policyUri": "p", "authFlowId": "f", "isRecoveryFlowEnabled": false,
      "metadata": ["a": 1, "b": 2],
      "inboundAuthConfig": [["type": "oauth2", "config": ["clientId": "c", "scopes": ["s"]]]],
    ]
    let wanted = Replace.clearingUndeclared(
      ["name": "x", "metadata": ["a": 1], "inboundAuthConfig": [["type": "oauth2", "config": [:]]]], live: live,
      shape: .object(rules))
    #expect(
      wanted.text()
        == #"{"name":"x","metadata":{"a":1,"b":null},"inboundAuthConfig":[{"type":"oauth2","config":{"scopes":null}}],"policyUri":null}"#
    )
  }

  @Test("what a merge makes has no difference left, for random records")
  func mergedIsEqual() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let desired = record(&random)
      let merged = Overlay.merge(desired, over: record(&random), shape: .object(rules))
      #expect(Diff.changes(desired, against: merged, rules: rules) == [], "\(desired.text()) over → \(merged.text())")
    }
  }

  private func record(_ random: inout SeededGenerator) -> JSONValue {
    var members = JSONObject()
    let texts = ["a", "b", "", "é", "e\u{301}"]
    for name in ["name", "description", "url"] where Bool.random(using: &random) {
      members[name] =
        Int.random(in: 0..<6, using: &random) == 0 ? .null : .string(texts.randomElement(using: &random) ?? "")
    }
    if Bool.random(using: &random) {
      members["contacts"] = .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { .string(texts[$0]) }.shuffled(using: &random))
    }
    if Bool.random(using: &random) {
      members["metadata"] = ["k": .number(JSONNumber(Int.random(in: 0..<3, using: &random))), "n": ["x": .null]]
    }
    if Bool.random(using: &random) {
      members["inboundAuthConfig"] = [
        ["type": "oauth2", "config": ["pkceRequired": .bool(Bool.random(using: &random)), "scopes": ["s", "t"]]]
      ]
    }
    return .object(members)
  }
}
