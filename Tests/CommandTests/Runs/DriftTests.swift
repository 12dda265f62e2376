import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Drift")
struct DriftTests {
  @Test("in sync, drifted, healed")
  func seen() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    #expect(try work.run("drift", "m.yaml").code == 0)
    work.edit(application: "Portal", ["description": "changed in the console"])
    let before = work.records()
    let run = try work.run("drift", "m.yaml")
    #expect(run.code == 2 && run.out.contains("# applications/Portal has drifted"), "\(run)")
    #expect(run.out.contains("description = \"changed in the console\" -> \"first\""), "\(run)")
    #expect(run.out.hasSuffix("Drift: 0 missing, 1 changed, 0 unwanted; 0 as declared.\n"), "\(run)")
    #expect(work.records() == before, "drift changes nothing")
  }

  @Test("what a guard would refuse to do is reported all the same")
  func unguarded() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine() + "---\n" + Manifests.users(30))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    work.edit(application: "Portal", ["inboundAuthConfig": []])
    try work.write(
      "gone.yaml",
      Manifests.machine() + "users:\n"
        + (0..<30).map { "  - { attributes: { username: user\($0) }, lifecycle: { state: absent } }\n" }.joined())
    let planned = try work.run("plan", "gone.yaml")
    #expect(planned.code == 5 && planned.err.contains("--max-deletes 30"), "\(planned)")
    let run = try work.run("drift", "gone.yaml")
    #expect(run.code == 2 && run.out.contains("Drift: 0 missing, 1 changed, 30 unwanted"), "\(run)")
  }

  @Test("could not look is never no drift, and never drift")
  func couldNotLook() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    for (variables, code) in [
      (["THUNDERID_SERVER": "http://127.0.0.1:9"], 7), (["THUNDERID_TOKEN": "no.no.no"], 6),
      (["THUNDERID_TOKEN": "sandbox-readonly"], 6), (["THUNDERID_TOKEN": nil], 6), (["THUNDERID_SERVER": nil], 64),
    ] as [([String: String?], Int32)] {
      let run = try work.run("drift", "m.yaml", environment: variables)
      #expect(run.code == code && run.out.isEmpty && run.err.hasPrefix("error: "), "\(variables) \(run)")
      #expect(!run.err.contains("no.no.no"))
    }
    work.server.faults.set([Fault(.delay(seconds: 5), method: "GET", times: nil)])
    let slow = try work.run("drift", "m.yaml", "--timeout", "0.2")
    #expect(slow.code == 7 && slow.err.contains("--timeout"), "\(slow)")
    for kind in [Fault.Kind.notJSON, .status(500, retryAfter: nil, .before)] {
      work.server.faults.set([Fault(kind, method: "GET", times: nil)])
      let run = try work.run("drift", "m.yaml")
      #expect(run.code == 1 && run.err.hasPrefix("error: "), "\(kind) \(run)")
    }
  }

  @Test("--why tells whose doing each difference is, in text, JSON and Markdown")
  func why() throws {
    let work = try Workplace()
    try work.write("old.yaml", Manifests.machine() + "---\n" + Manifests.users(2))
    #expect(try work.run("apply", "old.yaml", "--auto-approve").code == 0)
    work.edit(application: "Portal", ["description": "changed in the console"])
    try work.write("new.yaml", Manifests.machine() + "---\n" + Manifests.users(["user0"], givenName: "Other"))
    let words = ["drift", "new.yaml", "--why", "--base", "old.yaml"]
    let run = try work.run(words + ["--markdown", "d.md", "--json-into", "d.json"])
    #expect(run.code == 2, "\(run)")
    #expect(run.out.contains("~ attributes.given_name = \"Given\" -> \"Other\"  # the manifest changed\n"), "\(run)")
    #expect(
      run.out.contains("~ description = \"changed in the console\" -> \"first\"  # the server changed\n"), "\(run)")
    #expect(run.out.contains("- users/user1"), "\(run)")
    #expect(run.out.contains("\nWhy: the manifest changed: 2; the server changed: 1; both changed: 0.\n"), "\(run)")
    #expect(work.read("d.md")?.contains("| the server changed |") == true)
    let json = try JSONValue(parsing: Array(try work.run(words + ["--json"]).out.utf8))
    #expect(json["why"] == ["manifest": 2, "server": 1, "both": 0] && json["inSync"] == false, "\(json.text())")
    let file = try JSONValue(parsing: Array((work.read("d.json") ?? "").utf8))
    #expect(file["steps"] == json["steps"])
    let baseless = try work.run("drift", "new.yaml", "--why")
    #expect(baseless.code == 64 && baseless.err.contains("--why needs --base PATH"), "\(baseless)")
    let targeted = try work.run(words + ["--target", "users/user0"])
    #expect(targeted.out.contains("the manifest changed: 1; the server changed: 0"), "\(targeted)")
  }
}
