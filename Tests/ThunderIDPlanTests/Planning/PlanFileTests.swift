import Testing
import ThunderID

@testable import ThunderIDPlan

struct PlanFileTests {
  private let place = SourceLocation(file: "m.yaml", line: 4, column: 5)
  private let key = [UInt8](0..<32)

  private func plan() throws -> Plan {
    let secret = SecretField(
      pointer: pointer("/inboundAuthConfig/0/config/clientSecret"),
      secret: Secret("Hidden-4711", origin: .template("${CS}", at: place)), location: place)
    return try planned(
      [
        declared(
          "applications", ["name": "New", "inboundAuthConfig": [["type": "oauth2", "config": ["clientId": "c"]]]],
          secrets: [secret]),
        declared("applications", ["name": "Old", "description": .null, "contacts": ["a"]]),
        declared("users", ["attributes": ["username": "x"]]) { $0.lifecycle.state = .absent },
        declared(
          "agents", ["name": "Sync"],
          references: [
            Reference(
              pointer: pointer("/owner"), target: .resource(Address(kind: "applications", identity: "New")),
              location: place)
          ]),
      ],
      against: [
        "applications": [live("a1", ["name": "Old", "description": "d", "tosUri": "Private-Text"])],
        "users": [live("u1", ["attributes": ["username": "x"]])],
      ])
  }

  @Test("a saved plan reads back as it was, and holds no secret")
  func roundTrip() throws {
    let file = PlanFile(plan: try plan(), key: key, toolVersion: "1", paths: ["m.yaml"])
    let text = file.json.text(.pretty)
    #expect(!text.contains("Hidden-4711"))
    var asked: [String] = []
    let again = try PlanFile(parsing: Array(text.utf8)) { address, pointer, origin in
      asked.append("\(address) \(pointer)")
      return Secret("Hidden-4711", origin: origin)
    }
    #expect(again.json.text(.pretty) == text)
    #expect(outline(again.plan) == outline(file.plan))
    #expect(asked == ["applications/New /inboundAuthConfig/0/config/clientSecret"])
    #expect(again.plan.steps.map(\.dependsOn) == file.plan.steps.map(\.dependsOn))
    #expect(again.plan.steps[0].secrets.first?.secret.reveal() == "Hidden-4711")
  }

  @Test("a fingerprint names the fields that moved and shows no value")
  func fingerprint() throws {
    let kind = ApplicationKind()
    let record: JSONValue = ["id": "1", "name": "A", "contacts": ["a", "b"], "metadata": ["n": 1]]
    let first = Fingerprint(of: record, kind: kind, key: key)
    let moved = record.setting(["b", "a"], at: pointer("/contacts")).setting("u", at: pointer("/url"))
      .setting(2, at: pointer("/metadata/n"))
    #expect(first.differences(from: Fingerprint(of: moved, kind: kind, key: key)) == ["/metadata/n", "/url"])
    #expect(first.differences(from: Fingerprint(of: record, kind: kind, key: key)) == [])
    #expect(first.differences(from: Fingerprint(of: record, kind: kind, key: [1])).count == 3)
    #expect(first.fields.values.allSatisfy { $0.count == 64 })
  }

  @Test(
    "what is no saved plan is refused with the reason",
    arguments: [
      ("{", "it is not JSON: expected a key"), ("{}", "it is not a saved plan"),
      (#"{"savedPlan":{"formatVersion":99}}"#, "its format is version 99"),
      (#"{"savedPlan":{"formatVersion":1,"key":"zz"}}"#, "its key is missing"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: PlanFileError.self) {
      try PlanFile(parsing: Array(text.utf8)) { _, _, origin in Secret("", origin: origin) }
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
  }

  @Test("digests agree with known ones")
  func digests() {
    #expect(Digest.sha256("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Digest.hmac(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}
