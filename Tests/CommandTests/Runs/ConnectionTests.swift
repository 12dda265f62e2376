import Foundation
import Testing
import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

@Suite("Connecting")
struct ConnectionTests {
  @Test("who does not say where and who is told how to")
  func whereAndWho() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    let nowhere = try work.run("plan", "m.yaml", environment: ["THUNDERID_SERVER": nil])
    #expect(nowhere.code == 64 && nowhere.err.contains("--server") && nowhere.err.contains("sandbox:"), "\(nowhere)")
    let nobody = try work.run("plan", "m.yaml", environment: ["THUNDERID_TOKEN": nil])
    #expect(nobody.code == 6 && nobody.err.contains("THUNDERID_TOKEN") && nobody.err.contains("--token-file"))
  }

  @Test(
    "plain http to another machine is refused before a token leaves", arguments: ["http://id.example.com", "ftp://x"])
  func plainHTTP(server: String) throws {
    let work = try Workplace()
    let run = try work.run("whoami", "--server", server)
    #expect(run.code == 64 && run.err.hasPrefix("error: "), "\(run)")
  }

  @Test("a file of certificates that is none is told at once")
  func certificates() throws {
    let work = try Workplace()
    try work.write("empty.pem", "nothing")
    for file in ["missing.pem", "empty.pem"] {
      let run = try work.run("whoami", "--ca-file", file)
      #expect(run.code == 64 && run.err.contains(file), "\(run)")
    }
  }

  @Test("--insecure warns each time")
  func insecure() throws {
    let work = try Workplace()
    for _ in 0..<2 {
      let run = try work.run("whoami", "--insecure")
      #expect(run.code == 0 && run.err.contains("--insecure"), "\(run)")
    }
  }

  @Test("whoami tells server and user, never the token")
  func whoami() throws {
    let work = try Workplace()
    let run = try work.run("whoami")
    #expect(run.code == 0 && !run.all.contains("sandbox-admin"), "\(run)")
    #expect(run.out.contains(work.environment["THUNDERID_SERVER"] ?? "?") && run.out.contains("admin"), "\(run)")
    // {"alg":"none"}.{"sub":"jane","exp":1}: why it is refused is what one wants to know.
    let expired = try work.run("whoami", "--token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJqYW5lIiwiZXhwIjoxfQ.c2ln")
    #expect(expired.code == 6 && expired.out.contains("1970-01-01T00:00:01Z (expired)"), "\(expired)")
    #expect(!expired.all.contains("c2ln"))
  }

  @Test("a token file that is typed wins over the environment's token")
  func typedWins() throws {
    let work = try Workplace()
    try work.write("token", "sandbox-admin\n")
    let wrong = ["THUNDERID_TOKEN": "wrong"] as [String: String?]
    #expect(try work.run("whoami", environment: wrong).code == 6)
    #expect(try work.run("whoami", "--token-file", "token", environment: wrong).code == 0)
    let both = try work.run("whoami", "--token-file", "token", "--token", "x")
    #expect(both.code == 64 && both.err.contains("--token and --token-file"), "\(both)")
  }

  @Test("client credentials sign in, and the secret is not shown")
  func clientCredentials() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    work.environment["THUNDERID_TOKEN"] = nil
    try work.write("secret", "Keep-Me-123456\n")
    let run = try work.run("whoami", "--client-id", "portal", "--client-secret-file", "secret")
    #expect(run.out.contains("client credentials of portal") && !run.all.contains("Keep-Me"), "\(run)")
    try work.write("secret", "Not-The-Secret\n")
    let wrong = try work.run("plan", "m.yaml", "--client-id", "portal", "--client-secret-file", "secret")
    #expect(wrong.code == 6 && !wrong.all.contains("Not-The-Secret"), "\(wrong)")
    let half = try work.run("plan", "m.yaml", "--client-id", "portal")
    #expect(half.code == 64 && half.err.contains("--client-secret-file"))
  }

  @Test("what the server holds can't steer the terminal")
  func injection() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    work.edit(application: "Portal", ["description": "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{61c}\n"])
    for words in [["plan", "m.yaml"], ["drift", "m.yaml"], ["apply", "m.yaml", "--dry-run"]] {
      let run = try work.start(words[0], words[1], words.count > 2 ? words[2] : "--no-color").wait()
      #expect(run.out.contains(#""\u001b[2J\u001b]0;owned\u0007\u{202e}txt\u{61c}\n""#), "\(run)")
      #expect(!run.all.unicodeScalars.contains { ["\u{1b}", "\u{7}", "\u{202e}", "\u{61c}"].contains($0) })
    }
  }

  @Test("the sandbox says where it listens and stops without complaint", arguments: [SIGTERM, SIGINT])
  func sandbox(signal: Int32) throws {
    let work = try Workplace()
    let sandbox = try work.start("sandbox", "--port", "0", "--state", "s.json")
    #expect(eventually { sandbox.output.contains("\n") })
    let address = try #require(sandbox.output.wholeMatch(of: /listening on (http:\/\/127\.0\.0\.1:\d+)\n/)?.1)
    #expect(try work.run("whoami", environment: ["THUNDERID_SERVER": String(address)]).code == 0)
    sandbox.signal(signal)
    #expect(sandbox.wait().code == 0)
    #expect(work.read("s.json") != nil)
  }
}
