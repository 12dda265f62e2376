import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Saved plans")
struct SavedPlanTests {
  @Test("what was shown is applied, once, whatever becomes of the manifest", arguments: Workplace.Place.allCases)
  func once(place: Workplace.Place) throws {
    let work = try Workplace(place)
    try work.write("m.yaml", Manifests.users(2))
    let planned = try work.run("plan", "m.yaml", "--out", "p.plan")
    let shown = try work.run("show", "p.plan")
    #expect(shown.code == 0 && shown.out == planned.out, "\(shown)")
    try work.write("m.yaml", Manifests.users(["other"]))
    let first = try work.run("apply", "p.plan")
    #expect(first.code == 0 && first.out.hasPrefix(planned.out), "\(first)")
    #expect(work.user("user1") != nil && work.user("other") == nil)
    let records = work.records()
    let second = try work.run("apply", "p.plan")
    #expect(second.code == 4 && second.err.contains("users/user1: stale: "), "\(second)")
    #expect(work.records() == records)
    try FileManager.default.removeItem(atPath: work.path("m.yaml"))
    #expect(try work.run("show", "p.plan").code == 0)
  }

  @Test("an update and a delete are stale the second time, and when somebody was faster")
  func stale() throws {
    let work = try Workplace()
    try work.write("old.yaml", Manifests.machine("old") + "---\n" + Manifests.users(1))
    #expect(try work.run("apply", "old.yaml", "--auto-approve").code == 0)
    try work.write(
      "new.yaml",
      Manifests.machine("new") + "users:\n  - { attributes: { username: user0 }, lifecycle: { state: absent } }\n")
    #expect(try work.run("plan", "new.yaml", "--out", "p.plan").code == 0)
    work.edit(application: "Portal", ["url": "https://moved.example.com"])
    let run = try work.run("apply", "p.plan")
    #expect(run.code == 4 && run.err.contains("url"), "\(run)")
    #expect(work.application("Portal")?["description"] == "old" && work.user("user0") == nil)
    let again = try work.run("apply", "p.plan")
    #expect(again.code == 4, "\(again)")
  }

  @Test("another server is refused before anything is sent")
  func otherServer() throws {
    let work = try Workplace()
    let other = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("plan", "m.yaml", "--out", "p.plan").code == 0)
    for server in [other.environment["THUNDERID_SERVER"], "sandbox:other.json"] {
      let run = try work.run("apply", "p.plan", environment: ["THUNDERID_SERVER": server])
      #expect(run.code == 5 && run.err.contains("--server"), "\(run)")
    }
    #expect(other.user("user0") == nil && work.runFiles(".ndjson").isEmpty)
    let restored = try work.run("apply", "p.plan")
    #expect(restored.code == 0, "\(restored)")
    for words in [["rollback", "--last", "--auto-approve"], ["apply", "--resume", "--last", "--auto-approve"]] {
      let run = try work.run(words, environment: ["THUNDERID_SERVER": other.environment["THUNDERID_SERVER"]])
      #expect(run.code == 5, "\(run)")
    }
  }

  @Test("a secret in the manifest is read from it again, and refused where the manifest changed")
  func literalSecret() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("plan", "m.yaml", "--out", "p.plan").code == 0)
    #expect(work.read("p.plan")?.contains("Keep-Me") == false)
    for text in [Manifests.machine("edited"), Manifests.machine(secret: "Another-Secret"), "users: []\n"] {
      try work.write("m.yaml", text)
      let run = try work.run("apply", "p.plan")
      #expect(run.code == 1 && run.err.contains("manifest"), "\(run)")
      #expect(!run.all.contains("Another-Secret") && work.application("Portal") == nil)
    }
    try work.write("m.yaml", Manifests.machine())
    let run = try work.run("apply", "p.plan")
    #expect(run.code == 0 && work.canSignIn("portal", "Keep-Me-123456"), "\(run)")
  }

  @Test("a variable is read anew when the plan is applied, and missed when it is not there")
  func variable() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine(secret: "${CS}"))
    let planned = try work.run("plan", "m.yaml", "--out", "p.plan", environment: ["CS": "The-First"])
    #expect(planned.code == 0, "\(planned)")
    let missing = try work.run("apply", "p.plan")
    #expect(missing.code == 8 && missing.err.contains("m.yaml:10:") && missing.err.contains("CS"), "\(missing)")
    let run = try work.run("apply", "p.plan", "--var", "CS=The-Second")
    #expect(run.code == 0 && work.canSignIn("portal", "The-Second"), "\(run)")
  }

  @Test("a file that is no plan of this tool is told as such")
  func noPlan() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("plan", "m.yaml", "--out", "p.plan").code == 0)
    let text = try #require(work.read("p.plan"))
    let half = String(text.prefix(text.count / 2))
    for broken in [
      "", "{}", "[]", "users: []\n", half, #"{"savedPlan": 99}"#, text.replacing("\"create\"", with: "\"x\""),
    ] {
      try work.write("broken", broken)
      let run = try work.run("show", "broken")
      #expect(run.code == 1 && run.err.contains("broken") && run.out.isEmpty, "\(broken.prefix(40)) \(run)")
    }
    try work.write("half.plan", half)
    let run = try work.run("apply", "half.plan", "--auto-approve")
    #expect([1, 8].contains(run.code) && work.user("user0") == nil, "\(run)")
  }
}
