import Foundation
import Testing
import ThunderID

@Suite("Drift that is known")
struct KnownDriftRunTests {
  /// A server that differs from the manifest in one user, which is accepted.
  private func accepted() throws -> Workplace {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(2))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    try work.write("drifted.yaml", Manifests.users(2).replacingFirst("Given", "Other"))
    let run = try work.run("drift", "drifted.yaml", "--known", "k.json", "--accept")
    #expect(run.code == 0 && run.err.contains("accepted 1 finding in k.json\n"), "\(run)")
    return work
  }

  @Test("what is only accepted is never called the manifest's")
  func words() throws {
    let work = try accepted()
    let run = try work.run("drift", "drifted.yaml", "--known", "k.json", "--html", "d.html")
    #expect(run.code == 0 && run.out == "No new drift: 1 as declared, 1 accepted as known.\n", "\(run)")
    #expect(work.read("d.html")?.contains("No new drift: 1 as declared, 1 accepted as known.") == true)
    let gone = try work.run("drift", "m.yaml", "--known", "k.json")
    #expect(gone.code == 2 && gone.out == "Known drift is gone: 1; 2 as declared.\n", "\(gone)")
    #expect(gone.err.contains("gone: users/user0 does not drift any more"), "\(gone)")
  }

  @Test("a look at one resource says nothing of others, and keeps what is accepted of them")
  func targeted() throws {
    let work = try accepted()
    let look = try work.run("drift", "drifted.yaml", "--known", "k.json", "--target", "users/user1")
    #expect(look.code == 0 && !look.err.contains("gone: "), "\(look)")
    let run = try work.run("drift", "drifted.yaml", "--known", "k.json", "--accept", "--target", "users/user1")
    #expect(run.code == 0 && run.err.contains("accepted 0 findings in k.json; 1 of what was not looked at"), "\(run)")
    #expect(try work.run("drift", "drifted.yaml", "--known", "k.json").code == 0)
  }

  @Test("a slip in the file is an error that names file, finding and slip")
  func slip() throws {
    let work = try accepted()
    let text = work.read("k.json") ?? ""
    try work.write("k.json", text.replacing("\"action\"", with: "\"until\": \"tomorrow\", \"action\""))
    let run = try work.run("drift", "drifted.yaml", "--known", "k.json")
    #expect(run.code == 1 && run.out.isEmpty, "\(run)")
    #expect(
      run.err.contains(
        "k.json holds no known drift: 'until' of finding 1 (users/user0) must be a day such as 2026-12-31, found 'tomorrow'"
      ), "\(run)")
    let missing = try work.run("drift", "drifted.yaml", "--known", "nowhere.json")
    #expect(missing.code == 2 && missing.err.contains("warning: there is no file 'nowhere.json'"), "\(missing)")
    for name in ["", "-"] { #expect(try work.run("drift", "m.yaml", "--known", name).code == 64, "\(name)") }
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, _ new: String) -> String {
    range(of: old).map { replacingCharacters(in: $0, with: new) } ?? self
  }
}
