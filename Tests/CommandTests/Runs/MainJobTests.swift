import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("The main job")
struct MainJobTests {
  @Test("plan, apply, plan again, change, roll back", arguments: Workplace.Place.allCases)
  func planApplyPlan(place: Workplace.Place) throws {
    let work = try Workplace(place)
    let empty = work.records()
    try work.write("m/a.yaml", Manifests.machine())
    try work.write("m/b.yml", Manifests.users(3))
    let planned = try work.run("plan", "m")
    #expect(planned.code == 0 && planned.out.hasSuffix("\nPlan: 4 to add, 0 to change, 0 to destroy.\n"), "\(planned)")
    #expect(planned.err.isEmpty)
    #expect(try work.run("plan", "m", "--detailed-exitcode").code == 2)
    #expect(work.records() == empty, "a plan changes nothing")

    let applied = try work.run("apply", "m", "--auto-approve")
    #expect(applied.code == 0, "\(applied)")
    #expect(applied.out.hasSuffix("\nApply complete! Resources: 4 added, 0 changed, 0 destroyed.\n"))
    #expect(
      applied.out.contains("\nusers/user1: Creating...\n")
        && applied.out.contains("\nusers/user1: Creation complete (id "))
    let again = try work.run("plan", "m", "--detailed-exitcode")
    #expect(again.code == 0)
    #expect(again.out == "No changes. The server matches the manifest (4 resources checked).\n")
    let idle = try work.run("apply", "m", "--auto-approve")
    #expect(idle.code == 0 && idle.out == again.out)
    #expect(work.runFiles(".ndjson").count == 1, "a run that does nothing writes no journal")

    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0 && undone.out.contains("0 added, 0 changed, 4 destroyed"), "\(undone)")
    #expect(work.records() == empty)
  }

  @Test("a rollback puts back what a run replaced and deleted")
  func rollback() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine() + "---\n" + Manifests.users(2))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    let before = work.records()
    try work.write(
      "n.yaml",
      Manifests.machine("second") + "---\n" + Manifests.users(["new"])
        + "  - { attributes: { username: user0 }, lifecycle: { state: absent } }\n")
    #expect(try work.run("apply", "n.yaml", "--auto-approve").code == 0)
    #expect(work.records() != before && work.user("user0") == nil)

    let look = try work.run("rollback", "--last", "--dry-run")
    #expect(look.code == 0 && look.out.contains("Plan: 1 to add, 1 to change, 1 to destroy."), "\(look)")
    #expect(work.user("user0") == nil, "a dry run changes nothing")
    let refused = try work.run("rollback", "--last")
    #expect(refused.code == 5 && refused.err.contains("--auto-approve"))
    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0, "\(undone)")
    #expect(work.records() == before)
    #expect(work.canSignIn("portal", "Keep-Me-123456"))
  }

  @Test("an update keeps the client secret")
  func clientSecret() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    #expect(work.canSignIn("portal", "Keep-Me-123456"))
    try work.write("m.yaml", Manifests.machine("second"))
    let planned = try work.run("plan", "m.yaml")
    #expect(planned.out.contains("description = \"first\" -> \"second\""), "\(planned)")
    #expect(planned.out.contains("clientSecret = (sensitive value) # kept (not sent)"), "\(planned)")
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    #expect(work.application("Portal")?["description"] == "second")
    #expect(work.canSignIn("portal", "Keep-Me-123456"))
  }

  @Test("a dry run shows the requests and sends none")
  func dryRun() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    work.server.faults.set([Fault(.delay(seconds: 0), method: "POST", times: nil)])
    let run = try work.run("apply", "m.yaml", "--dry-run")
    #expect(run.code == 0, "\(run)")
    #expect(run.out.contains("POST /applications  # applications/Portal\n{\n"))
    #expect(run.out.contains(#""clientSecret": "(sensitive value)""#))
    #expect(work.server.faults.met == [0])
    #expect(work.runFiles().isEmpty)
  }

  @Test("a target takes a part")
  func target() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(3))
    #expect(try work.run("apply", "m.yaml", "--auto-approve", "--target", "users/user1").code == 0)
    #expect(work.user("user0") == nil && work.user("user1") != nil && work.user("user2") == nil)
    let unknown = try work.run("plan", "m.yaml", "--target", "users/usre1")
    #expect(
      unknown.code == 64 && unknown.err.contains("users/usre1") && unknown.err.contains("did you mean users/user1?"))
  }

  @Test("standard input, variables and variable files")
  func inputs() throws {
    let work = try Workplace()
    try work.write("vars", "# names\nGIVEN=Jane\n")
    let run = try work.run(
      "plan", "-", "--var", "NAME=jane", "--var-file", "vars",
      input: .text(Manifests.users(["'${NAME}'"], givenName: "'${GIVEN}'")))
    #expect(run.code == 0 && run.out.contains("# users/jane will be created"), "\(run)")
    #expect(run.out.contains("attributes.given_name = \"Jane\""), "\(run)")
    let unnamed = try work.run("plan", "-", "--var", "JustASecret", input: .text(""))
    #expect(unnamed.code == 64 && !unnamed.all.contains("JustASecret"))
  }

  @Test("validate needs no server and no token")
  func validate() throws {
    let work = try Workplace()
    work.environment["THUNDERID_SERVER"] = nil
    work.environment["THUNDERID_TOKEN"] = nil
    try work.write("m.yaml", Manifests.users(3))
    let run = try work.run("validate", "m.yaml")
    #expect(run.code == 0 && run.out == "Valid: 3 resources.\n" && run.err.isEmpty, "\(run)")
    try work.write("m.yaml", "users:\n  - ou: default\n    typ: Person\n")
    let bad = try work.run("validate", "m.yaml")
    #expect(bad.code == 8 && bad.out.isEmpty)
    #expect(
      bad.err.contains("m.yaml:3:5: error: unknown key 'typ'")
        && bad.err.contains("\n  |     typ: Person\n  |     ^\n"),
      "\(bad)")
  }
}
