import Foundation
import Testing
import ThunderID

@testable import thunderid_apply

@Suite("JSON Schemas")
struct SchemaTests {
  /// Everything of a plan: creates, updates, deletes, refusals, warnings, what nobody declares.
  private func company(_ work: Workplace) throws {
    try work.write("old.yaml", Manifests.machine() + "---\n" + Manifests.users(3))
    #expect(try work.run("apply", "old.yaml", "--auto-approve").code == 0)
    work.edit(application: "Portal", ["description": "edited", "url": "https://x.example"])
    try work.write(
      "new.yaml",
      Manifests.machine("second") + "---\n" + Manifests.users(["user0", "new"], givenName: "Other")
        + "  - attributes: { username: user1 }\n    lifecycle: { state: absent }\n")
  }

  @Test("a plan fits its schema, whole and with nothing beyond it")
  func plan() throws {
    let work = try Workplace()
    try company(work)
    let words = ["plan", "new.yaml", "--json", "--show-unmanaged"]
    try work.write(
      "guarded.yaml",
      Manifests.users(["more"])
        + "  - attributes: { username: user2 }\n    lifecycle: { state: absent, preventDestroy: true }\n")
    try work.write("plan.json", work.run(words).out)
    try work.write("refused.json", work.run("plan", "guarded.yaml", "--json", "--skip-refused").out)
    try work.write("empty.json", work.run("plan", "old.yaml", "--json").out)
    #expect(try Validator.faults(work, "plan", "plan.json", "refused.json", "empty.json") == "")
    #expect(work.read("refused.json")?.contains("\"rule\"") == true, "\(work.read("refused.json") ?? "")")
    try work.write("wrong.json", #"{"formatVersion": 2, "server": "s"}"#)
    #expect(try Validator.faults(work, "plan", "wrong.json") != "", "the checker checks")
  }

  @Test("a drift report fits its schema, with and without why and known drift")
  func drift() throws {
    let work = try Workplace()
    try company(work)
    let words = ["drift", "new.yaml", "--json"]
    try work.write("plain.json", work.run(words).out)
    try work.write("why.json", work.run(words + ["--why", "--base", "old.yaml"]).out)
    #expect(try work.run("drift", "new.yaml", "--known", "known", "--accept").code == 0)
    try work.write("known.json", work.run(words + ["--known", "known"]).out)
    try work.write("quiet.json", work.run("drift", "old.yaml", "--target", "users/user2", "--json").out)
    #expect(try Validator.faults(work, "drift", "plain.json", "why.json", "known.json", "quiet.json") == "")
    #expect(work.read("why.json")?.contains("\"former\"") == true)
    #expect(work.read("known.json")?.contains("\"accepted\": 4") == true, "\(work.read("known.json") ?? "")")
  }

  @Test("each event of a run fits its schema")
  func events() throws {
    let work = try Workplace()
    try company(work)
    try work.write(
      "all.ndjson",
      work.run("apply", "new.yaml", "--auto-approve", "--json-events").out
        + work.run("rollback", "--last", "--auto-approve", "--json-events").out)
    try work.write("made.yaml", Manifests.secretOfTheServer)
    try work.write("made.ndjson", work.run("apply", "made.yaml", "--auto-approve", "--json-events").out)
    #expect(try Validator.faults(work, "events", "all.ndjson", "made.ndjson") == "")
    #expect(work.read("made.ndjson")?.contains("secret_delivered") == true)
  }

  @Test("manifests that the tool takes fit the schema, and misspelt ones don't")
  func manifest() throws {
    let work = try Workplace()
    try company(work)
    let found = try exampleManifests()
    #expect(found.count >= 8)
    for file in found { #expect(try Validator.faults(work, "manifest", file.path) == "", "\(file)") }
    try work.write(
      "single.yaml",
      """
      resource_type: user
      type: Person
      ouHandle: default
      attributes: { username: sam, email: sam@acme.example }
      credentials: { password: !secret abc }
      ---
      apiVersion: thunderid-apply/v1
      target: { server: "https://id.example.com" }
      prune: [{ kind: users, ou: default, type: Person }]
      organizationUnits: [{ path: acme/engineering, name: Engineering }]
      agents:
        - { name: Sync, type: default, ou: acme, owner: users/jane, lifecycle: { state: absent, preventDestroy: false } }

      """)
    #expect(try work.run("validate", "single.yaml").code == 0)
    #expect(try Validator.faults(work, "manifest", "old.yaml", "new.yaml", "single.yaml") == "")
    try work.write("wrong.yaml", "users:\n  - { typ: Person }\n")
    #expect(try Validator.faults(work, "manifest", "wrong.yaml") != "")
  }

  @Test("profiles that the tool takes fit the schema, and misspelt ones don't")
  func config() throws {
    let work = try Workplace()
    // One profile with every flag in each spelling.
    func value(_ flag: Flag) -> String {
      let one =
        switch flag.value {
        case .none: "true"
        case .text: "text"
        case .integer(let range): "\(range.upperBound)"
        case .seconds: "1.5"
        case .choice(let words): words[0]
        }
      return flag.isRepeatable ? "[\(one), \(one)]" : one
    }
    let flags = ConfigReader.settable
    try work.write(
      "c.yaml",
      "defaultProfile: a\nprofiles:\n  a:\n" + flags.map { "    \($0.name): \(value($0))\n" }.joined() + "  b:\n"
        + flags.map { "    \(ConfigReader.camel($0.name)): \(value($0))\n" }.joined() + "  c: {}\n")
    #expect(flags.count > 40)
    #expect(try work.run("doctor", "--config", "c.yaml", "--profile", "c").code == 0)
    #expect(try Validator.faults(work, "config", "c.yaml") == "")
    for wrong in ["sever: x", "token: x", "parallelism: 65", "color: blue", "server: [a]", "prune: perhaps"] {
      try work.write("w.yaml", "profiles:\n  p:\n    \(wrong)\n")
      #expect(try Validator.faults(work, "config", "w.yaml") != "", "\(wrong)")
      #expect(try work.run("doctor", "--config", "w.yaml").code == 64, "\(wrong)")
    }
  }
}

@Suite("Schemas of the project")
struct SchemaFileTests {
  @Test("schemas/ holds what `schema NAME` prints, for editors")
  func files() throws {
    let root = Validator.root
    for name in SchemaCommand.names {
      let text = try #require(SchemaCommand.named(name)).text(.pretty) + "\n"
      let file = root.appendingPathComponent("schemas/\(name).json")
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let present = try? String(contentsOf: file, encoding: .utf8)
      #expect(present == text, "schemas/\(name).json is behind the code; UPDATE_GOLDEN=1 rewrites it")
    }
    // Each manifest of the examples tells its editor where the schema is.
    let files = try exampleManifests()
    #expect(!files.isEmpty)
    for file in files {
      let line = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }
      let target = line.wholeMatch(of: /# yaml-language-server: \$schema=(\S+)/)?.1 ?? ""
      let schema = file.deletingLastPathComponent().appendingPathComponent(String(target)).standardizedFileURL
      #expect(schema.path == root.appendingPathComponent("schemas/manifest.json").standardizedFileURL.path, "\(file)")
    }
  }
}

/// The manifests of the examples; `ci` has YAML of other tools.
private func exampleManifests() throws -> [URL] {
  let examples = Validator.root.appendingPathComponent("examples")
  return try FileManager.default.subpathsOfDirectory(atPath: examples.path)
    .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("ci/") }.map { examples.appendingPathComponent($0) }
}
