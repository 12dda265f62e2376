import Testing

@testable import ThunderIDPlan

@Suite("What is wrong with a manifest, and where")
struct DiagnosticTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var complaints: [String]
    var testDescription: String { complaints.joined(separator: ", ") }

    init(_ text: String, _ complaints: String...) {
      self.text = text
      self.complaints = complaints
    }
  }

  static let user = "users:\n  - type: P\n    attributes: { username: a }\n"
  static let app = "applications:\n  - name: A\n    type: m2m\n"

  @Test(
    "each fault of a text is reported at its place",
    arguments: [
      Case("users: [", "1:9 yaml-syntax"),
      Case("users:\n\t- a\n", "2:1 yaml-syntax"),
      Case("a: \u{7}\n", "1:4 encoding"),
      Case("users: []\nusers: []\n", "2:1 duplicate-key"),
      Case("users: [${A}]\n", "1:10 yaml-syntax"),
      Case("a: 1\n...\nb: 1\n", "3:1 yaml-syntax"),
      Case("users: *a\n", "1:8 alias"),
      Case("? [a]\n: b\n", "1:3 key"),
      Case("? {a: b}\n: b\n", "1:3 key"),
      Case("<<: a\n", "1:5 merge"),
      Case(String(repeating: "[", count: 513), "1:513 depth"),
    ])
  func texts(example: Case) { #expect(complaints(example.text) == example.complaints) }

  @Test(
    "each fault of a document is reported at its place",
    arguments: [
      Case("agents:\n  - name: A\n    type: d\n    owner: user/jane\n", "4:12 unknown-kind"),
      Case("agents:\n  - { name: A, type: d, owner: roles/x }\n", "2:32 unknown-kind"),
      Case("- a\n", "1:1 wrong-type"),
      Case("resource_type: persn\n", "1:16 unknown-kind"),
      Case("resource_type: [user]\n", "1:16 unknown-kind"),
      Case("apiVersion: v2\n", "1:13 api-version"),
      Case("user: []\n", "1:1 unknown-key"),
      Case("users: {}\n", "1:8 wrong-type"),
      Case("users: [jane]\n", "1:9 wrong-type"),
      Case("defaults: []\n", "1:11 wrong-type"),
      Case("defaults: { user: {} }\n", "1:13 unknown-key"),
      Case("defaults: { users: [] }\n", "1:20 wrong-type"),
      Case("defaults: { users: {} }\n---\ndefaults: { users: {} }\n", "3:13 duplicate-key"),
      Case("prune: users\n", "1:8 wrong-type"),
      Case("prune: [{ ou: acme }]\n", "1:9 prune-kind"),
      Case("prune: [{ kind: roles }]\n", "1:9 prune-kind"),
      Case("prune: [users]\n", "1:9 prune-kind"),
      Case("prune: [{ kind: users, unit: acme }]\n", "1:24 unknown-key"),
      Case("prune: [{ kind: users, ou: [acme] }]\n", "1:28 wrong-type"),
      Case("prune: [{ kind: users, type: }]\n", "1:30 wrong-type"),
      Case("prune: [{ kind: users, ou: '' }]\n", "1:28 wrong-type"),
      Case("target: https://id.example.com\n", "1:9 wrong-type"),
      Case("target: { servr: a }\n", "1:11 unknown-key"),
      Case("target: { server: [a] }\n", "1:19 wrong-type"),
      Case("target: { server: }\n", "1:19 wrong-type"),
      Case("target: { server: a }\n---\ntarget: { server: b }\n", "3:19 two-targets"),
    ])
  func documents(example: Case) { #expect(complaints(example.text) == example.complaints) }

  @Test(
    "each fault of a resource is reported at its place",
    arguments: [
      Case("users:\n  - attributes: { username: a }\n", "2:5 missing-field"),
      Case("users:\n  - type: P\n", "2:5 identity"),
      Case("users:\n  - type: P\n    identifiedBy: badge\n    attributes: { username: a }\n", "3:19 identity"),
      Case("users:\n  - type: P\n    attributes: { username: !secret a }\n", "2:5 secret-identity"),
      Case("applications:\n  - type: m2m\n", "2:5 missing-field"),
      Case("organizationUnits:\n  - { path: /, name: A }\n", "2:5 identity"),
      Case(user + "    nick: b\n", "4:5 unknown-key"),
      Case(user + "    createdAt: b\n", "4:5 read-only-field"),
      Case(user + "    ou: acme\n    ouId: '1'\n", "5:5 rival-keys"),
      Case(user + "    ou: [acme]\n", "4:9 wrong-type"),
      Case(user + "    ou: ''\n", "4:9 wrong-type"),
      Case(user + "    ou: /\n", "4:9 wrong-type"),
      Case(user + "    ou: !secret acme\n", "4:9 unknown-tag"),
      Case(user + "    id: [a]\n", "4:9 wrong-type"),
      Case(user + "    type: b\n", "4:5 duplicate-key"),
      Case(user + "    credentials: a\n", "4:18 wrong-type"),
      Case(user + "    credentials: { password: [a] }\n", "4:30 wrong-type"),
      Case(user + "    credentials: { password: '' }\n", "4:30 empty-secret"),
      Case(user + "    credentials: { password: '****' }\n", "4:30 mask"),
      Case(user + "    credentials: { password: !x }\n", "4:30 unknown-tag"),
      Case("users:\n  - type: P\n    attributes: { username: a, password: b }\n", "3:32 credential-attribute"),
      Case(app + "    name: B\n", "4:5 duplicate-key"),
      Case("applications:\n  - { name: , type: m2m }\n", "2:13 not-clearable"),
      Case(app + "    description: !x b\n", "4:18 unknown-tag"),
      Case(app + "    description: '********'\n", "4:18 mask"),
      Case(app + "    contacts: a\n", "4:15 wrong-type"),
      Case(app + "    isRegistrationFlowEnabled: yes\n", "4:32 wrong-type"),
      Case(app + "    assertion: { validityPeriod: 1.5 }\n", "4:34 wrong-type"),
      Case(app + "    metadata: { a: 0123 }\n", "4:20 ambiguous-scalar"),
      Case("applications:\n  - name: A\n    type: web\n", "3:11 choice"),
      Case(app + "    inboundAuthConfig: [{ config: {} }]\n", "4:25 missing-field"),
      Case(
        app + "    inboundAuthConfig: [{ type: oauth2 }, { type: oauth2 }]\n", "4:51 duplicate-entry"),
      Case(app + "    description: ${A-B}\n", "4:18 variable"),
      Case(app + "    description: ${A\n", "4:18 variable"),
      Case(app + "    description: ${A}\n", "4:18 undefined-variable"),
      Case(app + "    description: ${file:a}\n", "4:18 variable-file"),
      Case(user + "  - type: P\n    attributes: { username: a }\n", "2:5 one-identity-twice", "4:5 one-identity-twice"),
    ])
  func resources(example: Case) { #expect(complaints(example.text) == example.complaints) }

  @Test(
    "each fault of a lifecycle is reported at its place",
    arguments: [
      Case(app + "    lifecycle: absent\n", "4:16 wrong-type"),
      Case(app + "    lifecycle: { stat: absent }\n", "4:18 unknown-key"),
      Case(app + "    lifecycle: { state: gone }\n", "4:25 choice"),
      Case(app + "    lifecycle: { manage: all }\n", "4:26 choice"),
      Case(app + "    lifecycle: { preventDestroy: yes }\n", "4:34 wrong-type"),
      Case(app + "    lifecycle: { preventDestroy: 'true' }\n", "4:34 wrong-type"),
      Case(app + "    lifecycle: { ignoreChanges: /a }\n", "4:33 wrong-type"),
      Case(app + "    lifecycle: { ignoreChanges: [a] }\n", "4:34 wrong-type"),
      Case(app + "    lifecycle: { renamedFrom: }\n", "4:31 wrong-type"),
    ])
  func lifecycles(example: Case) { #expect(complaints(example.text) == example.complaints) }

  @Test("an identifier that is faulty is no missing identifier")
  func faultyIdentifier() {
    #expect(complaints("applications:\n  - name: ${X}\n    type: m2m\n") == ["2:11 undefined-variable"])
    #expect(
      complaints("users:\n  - type: P\n    attributes: { username: \"${X}\" }\n")
        == ["3:29 undefined-variable"])
  }

  @Test("all faults of all files are reported in one run, in the order of files and lines")
  func allAtOnce() {
    let found = diagnostics {
      try parsed([
        ("b.yaml", "users:\n  - type: P\n    x: 1\n    attributes: { username: \"${A}\" }\n  - type: P\n"),
        ("a.yaml", "users: [\n"),
        ("c.yaml", "roles: []\n---\napplications: [{ name: A, type: web }]\n"),
      ])
    }
    #expect(
      found.map { "\($0.location?.description ?? "") \($0.code)" } == [
        "b.yaml:3:5 unknown-key", "b.yaml:4:29 undefined-variable", "b.yaml:5:5 identity", "a.yaml:2:1 yaml-syntax",
        "c.yaml:1:1 unknown-key", "c.yaml:3:33 choice",
      ])
  }

  @Test("a fault in defaults is reported once, however many items they hold for")
  func defaultsOnce() {
    let items = (1...3).map { "  - attributes: { username: u\($0) }\n" }.joined()
    #expect(complaints("defaults:\n  users: { type: P, nick: x }\nusers:\n" + items) == ["2:21 unknown-key"])
  }

  @Test("a message carries the line that it points into, counted as YAML counts lines")
  func sourceLines() {
    let found = diagnostics { try parsed("# \u{2028}# \r# é\r\nbogus: é # x\nroles: []") }
    #expect(found.map { "\($0.location?.line ?? 0) \($0.sourceLine ?? "-")" } == ["4 bogus: é # x", "5 roles: []"])
  }

  @Test("a misspelt word is answered with the one that was probably meant")
  func suggestions() {
    let found = diagnostics { try parsed("aplications: []\n---\nresource_type: usr\n") }
    #expect(found.map(\.hint) == ["did you mean 'applications'?", "did you mean 'user'?"])
  }
}
