import Testing
import ThunderID

@testable import ThunderIDPlan

struct PlannerTests {
  private let place = SourceLocation(file: "m.yaml", line: 1, column: 1)

  @Test("what is missing is created, what differs replaced, what is equal left alone")
  func mainJob() throws {
    let plan = try planned(
      [
        declared("applications", ["name": "New", "type": "m2m"]),
        declared("applications", ["name": "Old", "description": "b"]),
        declared("users", ["type": "Person", "attributes": ["username": "jane"]]),
      ],
      against: [
        "applications": [live("a1", ["name": "Old", "type": "m2m", "description": "a", "url": "u", "clientId": "c"])],
        "users": [live("u1", ["type": "Person", "ouId": "o", "attributes": ["username": "jane", "age": 3]])],
      ])
    #expect(
      outline(plan) == [
        "s1 | create | applications/New | /name ->\"New\" | /type ->\"m2m\"",
        "s2 | update | applications/Old | /description \"a\">\"b\"",
      ])
    #expect(plan.summary == Plan.Summary(add: 1, change: 1, destroy: 0, unchanged: 1))
    #expect(plan.steps[1].body?.text() == #"{"name":"Old","type":"m2m","description":"b","url":"u"}"#)
    #expect(plan.steps[1].liveID == "a1")
  }

  @Test("absent deletes what is there, in reverse order and last, and is content with what is not")
  func absent() throws {
    let gone = { (kind: String, fields: JSONValue) in
      declared(kind, fields) { $0.lifecycle.state = .absent }
    }
    let plan = try planned(
      [
        gone("users", ["attributes": ["username": "jane"]]), gone("applications", ["name": "A"]),
        gone("agents", ["name": "never"]), declared("applications", ["name": "B"]),
      ],
      against: [
        "users": [live("u1", ["attributes": ["username": "jane"]])], "applications": [live("a1", ["name": "A"])],
      ])
    #expect(
      outline(plan) == [
        "s1 | create | applications/B | /name ->\"B\"", "s2 | delete | applications/A", "s3 | delete | users/jane",
      ])
    #expect(plan.unchanged == 1)
  }

  @Test("a reference to a resource that the plan creates waits for it")
  func pendingReference() throws {
    let owner = Address(kind: "users", identity: "jane")
    let reference = Reference(pointer: pointer("/owner"), target: .resource(owner), location: place)
    let agent = declared("agents", ["name": "Sync", "type": "default"], references: [reference])
    let user = declared("users", ["type": "Person", "attributes": ["username": "jane"]])
    let plan = try planned([agent, user])
    #expect(plan.steps.map(\.address.description) == ["users/jane", "agents/Sync"])
    #expect(plan.steps[1].pending == [PendingReference(pointer: pointer("/owner"), target: owner)])
    #expect(plan.steps[1].dependsOn == ["s1"])

    let known = try planned([agent], against: ["users": [live("u9", ["attributes": ["username": "jane"]])]])
    #expect(known.steps[0].body?["owner"] == "u9")
    #expect(faults { try planned([agent]) } == ["1 unresolved-reference"])
  }

  @Test("resources that refer to each other in a circle are refused")
  func cycle() {
    let a = Address(kind: "agents", identity: "a")
    let b = Address(kind: "agents", identity: "b")
    let resources = [(a, b), (b, a)].map { from, to in
      declared(
        "agents", ["name": .string(from.identity)],
        references: [Reference(pointer: pointer("/owner"), target: .resource(to), location: place)])
    }
    #expect(faults { try planned(resources) } == ["1 reference-cycle"])
  }

  @Test("an organization unit is found by its path, or refused where it is named")
  func organizationUnits() throws {
    let unit = { (path: String, line: Int) in
      declared(
        "users", ["type": "Person", "attributes": ["username": .string(path)]], line: line,
        references: [
          Reference(
            pointer: pointer("/ouId"), target: .organizationUnit(path: path),
            location: SourceLocation(file: "m.yaml", line: line, column: 7))
        ])
    }
    let knows: (inout Snapshot) -> Void = { $0.organizationUnits = [ExactString("acme/eng"): "o1"] }
    #expect(try planned([unit("acme/eng", 2)], snapshot: knows).steps[0].body?["ouId"] == "o1")
    #expect(
      faults { try planned([unit("acme/eng", 2), unit("acme/no", 5)], snapshot: knows) } == ["5 unresolved-reference"])
  }

  @Test("a client id survives a rename of its application")
  func rename() throws {
    let oauth: JSONValue = [["type": "oauth2", "config": ["clientId": "c1"]]]
    let before = live("a1", ["name": "Old", "type": "m2m", "inboundAuthConfig": oauth])
    let plan = try planned(
      [declared("applications", ["name": "New", "inboundAuthConfig": oauth])], against: ["applications": [before]])
    #expect(outline(plan) == ["s1 | update | applications/New | /name \"Old\">\"New\""])
    let both = [
      declared("applications", ["name": "Old"]),
      declared("applications", ["name": "New", "inboundAuthConfig": oauth], line: 4),
    ]
    #expect(faults { try planned(both, against: ["applications": [before]]) } == ["4 identity-taken"])
  }

  @Test("two live resources of one identity are reported, never picked from")
  func duplicates() {
    let twins = [live("a1", ["name": "A"]), live("a2", ["name": "A"])]
    #expect(
      faults { try planned([declared("applications", ["name": "A"])], against: ["applications": twins]) } == [
        "1 ambiguous-identity"
      ])
    // Canonically equivalent names are two names to the server.
    let accents = [live("a1", ["name": "\u{e9}"]), live("a2", ["name": "e\u{301}"])]
    #expect(
      faults { try planned([declared("applications", ["name": "\u{e9}"])], against: ["applications": accents]) } == [])
  }

  @Test("secrets of what exists are kept, of what is new are sent, and --rotate sends them")
  func secrets() throws {
    let field = SecretField(
      pointer: pointer("/inboundAuthConfig/0/config/clientSecret"), secret: Secret("s", origin: .literal(at: place)),
      location: place)
    let fields: JSONValue = [
      "name": "A", "description": "d", "inboundAuthConfig": [["type": "oauth2", "config": ["clientId": "c"]]],
    ]
    let app = declared("applications", fields, secrets: [field])
    let created = try planned([app]).steps[0]
    #expect(created.secretNotes.map(\.fate) == [.setAtCreation] && created.secrets.count == 1)

    let same = ["applications": [live("a1", fields)]]
    #expect(try planned([app], against: same).steps.isEmpty)
    let changed = ["applications": [live("a1", fields.setting("old", at: pointer("/description")))]]
    let updated = try planned([app], against: changed).steps[0]
    #expect(updated.secretNotes.map(\.fate) == [.kept] && updated.secrets.isEmpty)
    var options = PlanOptions()
    options.rotate = [app.address]
    let rotated = try planned([app], against: same, options: options).steps[0]
    #expect(rotated.secretNotes.map(\.fate) == [.rotated] && rotated.secrets.count == 1)
  }

  @Test("a type that can't change is refused")
  func immutable() {
    let app = declared("applications", ["name": "A", "type": "browser"], line: 3)
    #expect(
      faults { try planned([app], against: ["applications": [live("a1", ["name": "A", "type": "m2m"])]]) } == [
        "3 immutable-field"
      ])
  }

  @Test("too many deletes are refused with the flag that allows them")
  func maxDeletes() throws {
    let gone = (0..<26).map { n in
      declared("applications", ["name": .string("a\(n)")]) { $0.lifecycle.state = .absent }
    }
    let there = ["applications": (0..<26).map { live("id\($0)", ["name": .string("a\($0)")]) }]
    let refused = #expect(throws: PlanRefused.self) { try planned(gone, against: there) }
    #expect(
      refused?.refusals.map(\.description) == [
        "the plan deletes 26 resources, more than the 25 allowed; if that is meant, allow it with --max-deletes 26"
      ])
    var options = PlanOptions()
    options.maxDeletes = 26
    #expect(try planned(gone, against: there, options: options).summary.destroy == 26)
  }

  @Test("a target takes what it needs along and nothing else")
  func targets() throws {
    let owner = Address(kind: "users", identity: "jane")
    let reference = Reference(pointer: pointer("/owner"), target: .resource(owner), location: place)
    var options = PlanOptions()
    options.targets = [Address(kind: "agents", identity: "Sync")]
    let plan = try planned(
      [
        declared("agents", ["name": "Sync", "type": "default"], references: [reference]),
        declared("users", ["type": "Person", "attributes": ["username": "jane"]]),
        declared("users", ["type": "Person", "attributes": ["username": "sam"]]),
      ], options: options)
    #expect(plan.steps.map(\.address.description) == ["users/jane", "agents/Sync"])
  }

  @Test("attributes are checked against the live schema, each where it stands")
  func schema() throws {
    let json = try JSONValue(
      parsing: #"""
        {"schema":{"username":{"type":"string","required":true},"level":{"type":"string","enum":["a","b"]},
        "age":{"type":"number"},"zip":{"type":"string"},"mail":{"type":"string","required":true,"regex":"^[^@]+@[^@]+$"}}}
        """#)
    let knows: (inout Snapshot) -> Void = {
      $0.schemas["users"] = [ExactString("T"): TypeSchema(name: "T", json: json)]
    }
    let bad = declared(
      "users",
      ["type": "T", "attributes": ["username": "x", "mail": "nope", "level": "c", "age": "old", "levle": "a"]])
    #expect(
      faults { try planned([bad], snapshot: knows) } == [
        "1 attribute-pattern", "1 attribute-choice", "1 attribute-type", "1 unknown-attribute",
      ])
    #expect(
      faults { try planned([declared("users", ["type": "T", "attributes": ["username": "x"]])], snapshot: knows) } == [
        "1 missing-attribute"
      ])
    #expect(
      faults { try planned([declared("users", ["type": "U", "attributes": ["username": "x"]])], snapshot: knows) } == [
        "1 unknown-type"
      ])
    var good = declared("users", ["type": "T", "attributes": ["username": "x", "mail": "a@b", "zip": "0"]])
    good.fields = LocatedValue(
      .object([
        LocatedMember(key: "type", keyLocation: place, value: located("T")),
        LocatedMember(
          key: "attributes", keyLocation: place,
          value: LocatedValue(
            .object([
              LocatedMember(key: "username", keyLocation: place, value: located("x")),
              LocatedMember(key: "mail", keyLocation: place, value: located("a@b")),
              LocatedMember(key: "zip", keyLocation: place, value: LocatedValue(.ambiguous("094040"), at: place)),
            ]), at: place)),
      ]), at: place)
    #expect(try planned([good], snapshot: knows).steps[0].body?["attributes"]?["zip"] == "094040")
    #expect(faults { try planned([good]) } == ["1 ambiguous-scalar"])
  }

  @Test("values tagged as secret are not shown")
  func sensitive() throws {
    var app = declared("applications", ["name": "A"])
    app.fields = LocatedValue(
      .object([
        LocatedMember(key: "name", keyLocation: place, value: located("A")),
        LocatedMember(
          key: "url", keyLocation: place, value: LocatedValue(.text("hidden"), at: place, isSensitive: true)),
      ]), at: place)
    let created = try planned([app]).steps[0]
    #expect(created.body?.text() == #"{"name":"A","ouId":"o1"}"#)
    #expect(created.secrets.map { $0.secret.revealJSON() } == ["hidden"])
    let updated = try planned(
      [app], against: ["applications": [live("a1", ["name": "A", "url": "former", "tosUri": "t"])]]
    ).steps[0]
    #expect(updated.before?.text() == #"{"name":"A","tosUri":"t","id":"a1"}"#)
    #expect(updated.withheld == [pointer("/url")] && updated.changes.map(\.isSensitive) == [true])
    app.lifecycle.state = .absent
    let deleted = try planned([app], against: ["applications": [live("a1", ["name": "A", "url": "hidden"])]]).steps[0]
    #expect(deleted.before?.text() == #"{"name":"A","id":"a1"}"# && deleted.withheld == [pointer("/url")])
    let change = created.changes.first { $0.isSensitive }
    #expect(change == FieldChange(path: pointer("/url"), before: nil, after: nil, isSensitive: true))
  }

  private func mail(_ name: String, _ address: String) -> DesiredResource {
    declared("users", ["attributes": ["username": .string(name), "email": .string(address)]])
  }

  private func hasMail(_ pairs: [(String, String)]) -> [String: [LiveResource]] {
    [
      "users": pairs.map {
        live("id-000\($0.0)", ["attributes": ["username": .string($0.0), "email": .string($0.1)]])
      }
    ]
  }

  @Test("who takes a unique value waits for who frees it")
  func freedValues() throws {
    let plan = try planned(
      [
        mail("a", "2@x"), mail("b", "3@x"), declared("users", ["attributes": ["username": "n", "email": "9@x"]]),
        declared("users", ["attributes": ["username": "c"]]) { $0.lifecycle.state = .absent },
      ], against: hasMail([("a", "1@x"), ("b", "2@x"), ("c", "9@x")]))
    #expect(plan.steps.map(\.address.description) == ["users/b", "users/a", "users/c", "users/n"])
    #expect(plan.steps.map(\.dependsOn) == [[], ["s1"], [], ["s3"]])
  }

  @Test("an exchange of unique values goes through a temporary one, which the plan shows")
  func exchange() throws {
    let plan = try planned(
      [mail("a", "2@x"), mail("b", "3@x"), mail("c", "1@x")],
      against: hasMail([("a", "1@x"), ("b", "2@x"), ("c", "3@x")]))
    #expect(
      outline(plan) == [
        "s1 | update | users/a | /attributes/email \"1@x\">\"1+moving-id-000a@x\"",
        "s2 | update | users/c | /attributes/email \"3@x\">\"1@x\"",
        "s3 | update | users/b | /attributes/email \"2@x\">\"3@x\"",
        "s4 | update | users/a | /attributes/email \"1@x\">\"2@x\"",
      ])
    #expect(plan.steps.map(\.dependsOn) == [[], ["s1"], ["s2"], ["s3"]])
  }

  @Test("what is new needs an organization unit, what exists need not name it again")
  func unitIsNeeded() throws {
    let app = declared("applications", ["name": "A", "ouId": .null], line: 7)
    #expect(faults { try planned([app]) } == ["7 missing-field"])
    #expect(
      try planned([declared("applications", ["name": "A"])], against: ["applications": [live("a1", ["name": "A"])]])
        .steps.isEmpty)
  }
}
