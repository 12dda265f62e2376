import Testing

@testable import ThunderIDPlan

@Suite("What a manifest declares")
struct ResourceReadingTests {
  @Test("both spellings mean the same, also mixed in one file")
  func spellings() throws {
    let collections = try parsed(
      """
      apiVersion: thunderid-apply/v1
      users:
        - type: Person
          ouHandle: default
          attributes: { username: sam }
      applications:
      agents: []
      """)
    let single = try parsed(
      "resource_type: user\ntype: Person\nouHandle: default\nattributes: { username: sam }\n")
    let expected = [
      ["users/sam", #"{"type":"Person","attributes":{"username":"sam"}}"#, "/ouId -> unit default"]
    ]
    #expect(outline(collections) == expected)
    #expect(outline(single) == expected)
    let mixed = try parsed(
      "users: [{ type: P, attributes: { username: a } }]\n---\nresource_type: agent\nname: B\ntype: T\n")
    #expect(mixed.resources.map(\.address.description) == ["users/a", "agents/B"])
  }

  @Test("defaults merge under each item: the item wins, mappings merge, lists do not")
  func defaults() throws {
    let manifest = try parsed(
      """
      applications:
        - name: A
          contacts: [b]
          metadata: { x: 1, deep: { p: 1 } }
        - name: B
          type: mcp
          description: ~
      ---
      defaults:
        applications:
          type: m2m
          description: d
          contacts: [a]
          metadata: { x: 0, y: 0, deep: { p: 0, q: 0 } }
      """)
    #expect(
      outline(manifest) == [
        [
          "applications/A",
          #"{"name":"A","contacts":["b"],"metadata":{"x":1,"deep":{"p":1,"q":0},"y":0},"type":"m2m","description":"d"}"#,
        ],
        [
          "applications/B",
          #"{"name":"B","type":"mcp","description":null,"contacts":["a"],"#
            + #""metadata":{"x":0,"y":0,"deep":{"p":0,"q":0}}}"#,
        ],
      ])
  }

  @Test("defaults hold for one-resource documents of the same file and not for other files")
  func defaultsPerFile() throws {
    let manifest = try parsed([
      ("a.yaml", "resource_type: user\nattributes: { username: a }\n---\ndefaults: { users: { type: P } }\n"),
      ("b.yaml", "users: [{ type: Q, attributes: { username: b } }]\n"),
    ])
    #expect(manifest.resources.map { $0.fields["type"]?.text } == ["P", "Q"])
  }

  @Test("one way to name the unit in an item sets the defaults' other ways aside")
  func unitOfDefaults() throws {
    let manifest = try parsed(
      """
      defaults: { users: { type: P, ou: acme/eng } }
      users:
        - { attributes: { username: a } }
        - { attributes: { username: b }, ouId: "1" }
        - { attributes: { username: c }, ouHandle: /sales/ }
      """)
    #expect(
      outline(manifest) == [
        ["users/a", #"{"attributes":{"username":"a"},"type":"P"}"#, "/ouId -> unit acme/eng"],
        ["users/b", #"{"attributes":{"username":"b"},"ouId":"1","type":"P"}"#],
        ["users/c", #"{"attributes":{"username":"c"},"type":"P"}"#, "/ouId -> unit sales"],
      ])
  }

  @Test("keys that look the same in other scalars stay two keys when defaults merge")
  func exactDefaults() throws {
    let manifest = try parsed(
      "defaults: { users: { type: P, attributes: { \u{E9}: 1 } } }\n"
        + "users: [{ attributes: { username: a, e\u{301}: 2 } }]\n")
    #expect(
      manifest.resources[0].fields["attributes"]?.json.text() == "{\"username\":\"a\",\"e\u{301}\":2,\"\u{E9}\":1}")
  }

  @Test("references keep what they name: units, flows, owners by address or id")
  func references() throws {
    let manifest = try parsed(
      """
      agents:
        - { name: A, type: T, ou: acme, owner: users/jane, authFlowHandle: basic, registrationFlowHandle: join }
        - { name: B, type: T, owner: 0190, recoveryFlowHandle: "${F}" }
      """, variables: ["F": "lost"])
    #expect(
      outline(manifest) == [
        [
          "agents/A", #"{"name":"A","type":"T"}"#, "/ouId -> unit acme", "/owner -> users/jane",
          "/authFlowId -> AUTHENTICATION flow basic", "/registrationFlowId -> REGISTRATION flow join",
        ],
        ["agents/B", #"{"name":"B","type":"T","owner":"0190"}"#, "/recoveryFlowId -> RECOVERY flow lost"],
      ])
  }

  @Test("write-only fields are kept apart from the fields, each at its place in the request")
  func secrets() throws {
    let manifest = try parsed(
      """
      users:
        - { type: P, attributes: { username: a }, credentials: { password: p1, pin: "${P}", old: ~ } }
      applications:
        - name: A
          type: m2m
          flowSecret: f1
          inboundAuthConfig: [{ type: oauth2, config: { clientId: c, clientSecret: !secret s1 } }]
          metadata: { k: !secret m1 }
      """, variables: ["P": "007"])
    #expect(
      outline(manifest) == [
        [
          "users/a", #"{"type":"P","attributes":{"username":"a"}}"#, "/attributes/password = p1",
          "/attributes/pin = 007",
        ],
        [
          "applications/A",
          #"{"name":"A","type":"m2m","inboundAuthConfig":[{"type":"oauth2","config":{"clientId":"c"}}],"#
            + #""metadata":{"k":"m1"}}"#,
          "/flowSecret = f1", "/inboundAuthConfig/0/config/clientSecret = s1",
        ],
      ])
    let place = SourceLocation(file: "m.yaml", line: 2, column: 70)
    #expect(
      manifest.resources[0].secrets.map(\.secret.origin) == [
        .literal(at: place), .template("${P}", at: SourceLocation(file: "m.yaml", line: 2, column: 79)),
      ])
    #expect(manifest.resources[1].fields.sensitivePointers().map(\.description) == ["/metadata/k"])
  }

  @Test("a user is identified by the first unique attribute given, by the one named, or by its id")
  func identities() throws {
    let manifest = try parsed(
      """
      users:
        - { type: P, attributes: { mobile_number: "1", email: e, sub: s } }
        - { type: P, attributes: { mobile_number: 4711 } }
        - { type: P, identifiedBy: badge, attributes: { username: u, badge: b7 } }
        - { type: P, id: "0190", attributes: { given_name: G } }
        - { type: P, id: "0191", attributes: { username: v } }
      """)
    #expect(
      manifest.resources.map { "\($0.address) \($0.identifiedBy) \($0.id ?? "-")" } == [
        "users/e email -", "users/4711 mobile_number -", "users/b7 badge -", "users/0190 username 0190",
        "users/v username 0191",
      ])
  }

  @Test("identities that look the same in other scalars are two resources")
  func exactIdentities() throws {
    #expect(
      try parsed(
        "users: [{ type: P, attributes: { username: \u{E9} } }, { type: P, attributes: { username: e\u{301} } }]"
      ).resources.count == 2)
  }

  @Test("the path of a unit gives its handle and its parent")
  func units() throws {
    let manifest = try parsed(
      """
      organizationUnits:
        - { path: acme, name: Acme }
        - { path: /acme/eng/, name: E, handle: engineering }
      ---
      resource_type: organization_unit
      path: acme/eng/core
      name: C
      """)
    #expect(
      outline(manifest) == [
        ["organizationUnits/acme", #"{"name":"Acme","handle":"acme"}"#],
        ["organizationUnits/acme/eng", #"{"name":"E","handle":"engineering"}"#, "/parent -> unit acme"],
        ["organizationUnits/acme/eng/core", #"{"name":"C","handle":"core"}"#, "/parent -> unit acme/eng"],
      ])
  }

  @Test("lifecycle says what may happen to a resource")
  func lifecycle() throws {
    let resource = try parsed(
      """
      applications:
        - name: A
          lifecycle:
            { state: absent, manage: replace, preventDestroy: true, ignoreChanges: [/a, /b/0], renamedFrom: "${O}" }
      """, variables: ["O": "Old"]
    ).resources[0]
    var expected = Lifecycle()
    expected.state = .absent
    expected.manage = .replace
    expected.preventDestroy = true
    expected.ignoreChanges = [pointer("/a"), pointer("/b/0")]
    expected.renamedFrom = "Old"
    #expect(resource.lifecycle == expected)
  }

  @Test("prune scopes and the target are read from any document")
  func pruneAndTarget() throws {
    let manifest = try parsed(
      [
        ("a.yaml", "prune: [{ kind: users, ou: \"${O}\", type: P }]\n---\nprune: [{ kind: agents }]\n"),
        ("b.yaml", "target: { server: https://id.example.com }\n---\ntarget: { server: \"${S}\" }\n"),
      ], variables: ["O": "acme", "S": "https://id.example.com"])
    #expect(
      manifest.prune == [
        PruneScope(
          kind: "users", ou: "acme", type: "P", location: SourceLocation(file: "a.yaml", line: 1, column: 9)),
        PruneScope(kind: "agents", ou: nil, type: nil, location: SourceLocation(file: "a.yaml", line: 3, column: 9)),
      ])
    #expect(manifest.server == "https://id.example.com")
  }

  @Test("twenty thousand users are twenty thousand resources")
  func many() throws {
    let users = (0..<20_000).map {
      "  - { type: P, ou: acme, attributes: { username: u\($0), email: u\($0)@a.example } }\n"
    }
    #expect(try parsed("users:\n" + users.joined()).resources.count == 20_000)
  }

  @Test("faults in two thousand users are all found")
  func manyFaults() {
    let users = (0..<2000).map { "  - { typ: P, attributes: { username: u\($0) } }\n" }
    #expect(complaints("users:\n" + users.joined()).count == 4000)
  }
}
