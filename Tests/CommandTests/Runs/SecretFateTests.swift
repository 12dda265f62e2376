import Foundation
import Testing
import ThunderID

@Suite("Secrets of every origin and fate")
struct SecretFateTests {
  private static let literal = "Literal-Pass-11"
  private static let fromFile = "From-A-File-22"
  private static let fromEnvironment = "From-The-Environment-33"
  private static let marked = "Marked-Secret-44"
  private static let client = "Client-Secret-55"
  private static let rotated = "Rotated-Secret-66"
  private static let half = "Half-Of-It-77"
  private static let given = "Given-By-Var-88"
  private static let all = [literal, fromFile, fromEnvironment, marked, client, rotated, half, given]

  private func manifest(_ description: String, client: String = client) -> String {
    Manifests.machine(description, secret: client) + """
      ---
      \(Manifests.secretOfTheServer)
      ---
      defaults:
        users: { ou: default, type: Person }
      users:
        - attributes: { username: lit, email: lit@example.com }
          credentials: { password: \(SecretFateTests.literal) }
        - attributes: { username: file, email: file@example.com }
          credentials: { password: "${file:./pw}" }
        - attributes: { username: env, email: env@example.com, given_name: !secret "\(SecretFateTests.marked) \(description)" }
          credentials: { password: "${PW}" }
        - attributes: { username: part, email: part@example.com }
          credentials: { password: "before ${GIVEN} ${MISSING:-\(SecretFateTests.half)} after" }

      """
  }

  private func modes(_ work: Workplace, _ paths: [String]) throws {
    for path in paths {
      let mode = try FileManager.default.attributesOfItem(atPath: work.path(path))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(path) \(String(mode ?? 0, radix: 8))")
    }
  }

  @Test("no output, journal, plan or report of any command holds one", arguments: Workplace.Place.allCases)
  func nowhere(place: Workplace.Place) throws {
    let work = try Workplace(place)
    try work.write("pw", SecretFateTests.fromFile + "\n")
    try work.write("vars", "GIVEN=\(SecretFateTests.given)\n")
    work.environment["PW"] = SecretFateTests.fromEnvironment
    work.environment["THUNDERID_VAR_FILE"] = "vars"
    let portal = "applications/Portal"
    for (round, text) in [manifest("first"), manifest("second"), manifest("third", client: SecretFateTests.rotated)]
      .enumerated()
    {
      try work.write("m.yaml", text)
      let rotate = round == 2 ? ["--rotate", portal, "--rotate", "users/env"] : []
      func reports(_ name: String) -> [String] {
        ["markdown", "html", "junit", "json-into"].flatMap { ["--\($0)", "\(name)\(round).\($0)"] }
      }
      for words in [
        ["plan", "m.yaml", "--out", "p\(round).plan"] + reports("plan"), ["plan", "m.yaml", "--json"],
        ["apply", "m.yaml", "--dry-run"] + reports("dry"), ["apply", "m.yaml", "--dry-run", "--json"],
      ] {
        let run = try work.run(words + rotate)
        #expect(run.code == 0, "\(words) \(run)")
      }
      #expect(try work.run(["drift", "m.yaml"] + reports("drift")).code == 2)
      #expect(try work.run(["show", "p\(round).plan"] + reports("show")).code == 0)
      #expect(try work.run(["show", "p\(round).plan", "--json"]).code == 0)
      let form = [[], ["--json"], ["--json-events"]][round]
      let applied = try work.run(["apply", "m.yaml", "--auto-approve"] + reports("apply") + rotate + form)
      #expect(applied.code == 0, "\(applied)")
    }
    #expect(work.canSignIn("portal", SecretFateTests.rotated) && !work.canSignIn("portal", SecretFateTests.client))
    for words in [["--dry-run"], ["--auto-approve", "--html", "rollback.html", "--json-into", "rollback.json"]] {
      let run = try work.run(["rollback", "--last"] + words)
      #expect(run.code == 0, "\(run)")
    }
    let exempt: Set = ["m.yaml", "pw", "vars", "state.json"]
    for secret in SecretFateTests.all { #expect(work.places(of: secret, except: exempt).isEmpty, "\(secret)") }
    #expect(work.places(of: "sandbox-admin", except: exempt).isEmpty)
    #expect(!work.places(of: "(sensitive value)", except: exempt).isEmpty, "the search finds what is there")

    let files = work.runFiles(".secrets.json")
    let made = files.compactMap { try? JSONValue(parsing: work.read($0) ?? "") }
    let secrets: [String] = made.compactMap { $0["applications/Made"]?["clientSecret"]?.stringValue }
    let secret = try #require(secrets.first)
    #expect(work.canSignIn("made", secret))
    #expect(work.places(of: secret, except: exempt).count == 1, "delivered once, in one place")
    try modes(work, work.runFiles(".ndjson") + files + (0..<3).map { "p\($0).plan" })
  }

  @Test("a token is in no output, however it was given and whatever becomes of it")
  func token() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJqYW5lIiwiZXhwIjoxfQ.VGhlLVNpZ25hdHVyZQ"
    try work.write("token", token + "\n")
    for command in ["plan", "drift", "apply", "whoami", "doctor"] {
      let operands = ["whoami", "doctor"].contains(command) ? [] : ["m.yaml"]
      let approval = command == "apply" ? ["--auto-approve"] : []
      for words in [["--token", token], ["--token-file", "token"], ["--token=\(token)", "--json"]] {
        let run = try work.run([command] + operands + approval + words)
        #expect(run.code == 6, "\(command) \(run)")
      }
    }
    let odd = try work.run("whoami", "--token", "two words\nof Secret-Token")
    #expect(odd.code != 0, "\(odd)")
    #expect(work.places(of: "VGhlLVNpZ25hdHVyZQ", except: ["token"]).isEmpty)
    #expect(work.places(of: "Secret-Token", except: []).isEmpty)
  }

  @Test("a mistake in the manifest shows no secret beside the caret")
  func carets() throws {
    let work = try Workplace()
    let password = SecretFateTests.literal
    for line in [
      "credentials: { password: \(password), passwrd: x }", "credentials: { passwrd: \(password) }",
      "credentials: { password: [\(password)] }", "credentials: \(password)",
      "credentials: { password: \"\(password) ${NOT_THERE}\" }", "credentials: { password: \(password) } }",
      "credentials: { password: \(password), password: \(password) }",
      "credentials: { password: !secret \(password), x: !sercet \(password) }",
    ] {
      try work.write(
        "m.yaml", "users:\n  - ou: default\n    type: Person\n    attributes: { username: a }\n    \(line)\n")
      for command in [["validate"], ["plan"], ["validate", "--json"], ["validate", "--sarif", "out.sarif"]] {
        let run = try work.run(command + ["m.yaml"])
        // Which credentials a type has only the server knows.
        #expect(run.code == 8 || line.contains("passwrd") && command[0] == "validate", "\(line) \(run)")
      }
      #expect(work.places(of: password, except: ["m.yaml"]).isEmpty, "\(line)")
    }
  }
}
