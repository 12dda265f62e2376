import Foundation
import Testing
import ThunderID

@Suite("Secrets")
struct SecretsTests {
  @Test("no secret of the manifest is in any output, journal, plan or report", arguments: Workplace.Place.allCases)
  func nowhere(place: Workplace.Place) throws {
    let work = try Workplace(place)
    let secrets = ["Keep-Me-123456", "From-A-File-77", "From-The-Environment-88", "Wrong.Token.99"]
    try work.write("pw", "From-A-File-77\n")
    func manifest(_ description: String) -> String {
      Manifests.machine(description) + "---\n"
        + Manifests.users(["jane"], more: "    credentials: { password: '${file:./pw}' }\n")
        + "  - attributes: { username: sam, email: sam@example.com }\n    credentials: { password: '${PW}' }\n"
    }
    work.environment["PW"] = "From-The-Environment-88"
    for description in ["first", "second"] {
      try work.write("m.yaml", manifest(description))
      _ = try work.run("plan", "m.yaml", "--out", "p.plan.json", "--html", "p.html", "--markdown", "p.md")
      _ = try work.run("plan", "m.yaml", "--json", "--junit", "p.xml")
      _ = try work.run("apply", "m.yaml", "--dry-run")
      #expect(try work.run("apply", "m.yaml", "--auto-approve", "--color", "always").code == 0)
    }
    _ = try work.run("apply", "m.yaml", "--auto-approve", "--json-events", "--rotate", "users/jane")
    _ = try work.run("drift", "m.yaml", environment: ["THUNDERID_TOKEN": "Wrong.Token.99"])
    _ = try work.run("whoami", environment: ["THUNDERID_TOKEN": "Wrong.Token.99"])
    try work.write("bad.yaml", manifest("third") + "    typ: x\n")
    #expect(try work.run("validate", "bad.yaml").code == 8)
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
    for secret in secrets {
      // The sandbox's own state stands for the server and holds what a server holds.
      #expect(work.places(of: secret, except: ["m.yaml", "bad.yaml", "pw", "state.json"]).isEmpty)
    }
    #expect(!work.places(of: "user", except: []).isEmpty, "the search finds what is there")
  }

  @Test("a secret that the server makes goes to a private file and nowhere else")
  func delivered() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.secretOfTheServer)
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--secrets-out", "made.json")
    #expect(run.code == 0 && run.err.contains("made.json"), "\(run)")
    let text = try #require(work.read("made.json"))
    let secret = try #require(try JSONValue(parsing: text)["applications/Made"]?["clientSecret"]?.stringValue)
    #expect(work.canSignIn("made", secret))
    #expect(work.places(of: secret, except: []) == ["made.json"])
    let mode = try FileManager.default.attributesOfItem(atPath: work.path("made.json"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("without --secrets-out it lies beside the journal, private")
  func besideTheJournal() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.secretOfTheServer)
    let run = try work.run("apply", "m.yaml", "--auto-approve")
    #expect(run.code == 0, "\(run)")
    let file = try #require(work.runFiles(".secrets.json").first)
    #expect(run.err.contains((file as NSString).lastPathComponent))
    for path in work.runFiles(".json") + work.runFiles(".ndjson") {
      let mode = try FileManager.default.attributesOfItem(atPath: work.path(path))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(path)")
    }
  }
}
