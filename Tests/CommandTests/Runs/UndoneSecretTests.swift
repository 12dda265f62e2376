import Testing
import ThunderID

@Suite("Undoing what no journal holds")
struct UndoneSecretTests {
  @Test("a run that changed secret fields only is never called undone")
  func secretOnly() throws {
    let work = try Workplace(.file)
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    try work.write("n.yaml", Manifests.users(1).replacing("Given", with: "!secret Hidden-9"))
    #expect(try work.run("apply", "n.yaml", "--auto-approve").code == 0)
    let run = try work.run("rollback", "--last", "--auto-approve")
    #expect(run.code == 0, "\(run)")
    #expect(run.out.contains("users/user0: /attributes/given_name is tagged as secret"), "\(run)")
    #expect(run.out.contains("Nothing else to undo.") && !run.out.contains("No changes"), "\(run)")
    #expect(work.places(of: "Hidden-9", except: ["n.yaml", "state.json"]) == [])
  }

  @Test("a run of another server says so, and speaks of no manifest")
  func elsewhere() throws {
    let work = try Workplace(.file)
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    let other = try work.run(
      "rollback", "--last", "--auto-approve", environment: ["THUNDERID_SERVER": "sandbox:b.json"])
    #expect(other.code == 5 && other.err.contains("the run is for sandbox:state.json"), "\(other)")
    #expect(!other.err.contains("target:"), "\(other)")
  }
}
