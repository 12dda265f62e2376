import Testing
import ThunderID
import ThunderIDPlan

@testable import thunderid_apply

@Suite("Failures")
struct FailureTests {
  @Test("every kind of failure has its exit code")
  func codes() {
    let table: [(any Error, ExitCode)] = [
      (ManifestErrors([Diagnostic(code: "x", location: nil, message: "m")]), .manifestInvalid),
      (PlanRefused([GuardRefusal(address: nil, rule: "r", message: "m", remedy: nil)]), .refused),
      (NotApproved(description: "no"), .refused),
      (WrongServer(wanted: "a", given: "b"), .refused),
      (UsageError(description: "u"), .usage),
      (SignInError(), .notAllowed),
      (ThunderIDError(code: .authenticationFailed, message: "m"), .notAllowed),
      (ThunderIDError(code: .forbidden, message: "m"), .notAllowed),
      (ThunderIDError(code: .networkError, message: "m"), .unreachable),
      (ThunderIDError(code: .requestTimeout, message: "m"), .unreachable),
      (ThunderIDError(code: .invalidConfiguration, message: "m"), .usage),
      (ThunderIDError(code: .serverError, message: "m"), .error),
      (ThunderIDError(code: .conflict, message: "m"), .error),
      (TransportError(code: .tls, message: "m", mayHaveBeenSent: false), .unreachable),
      (CancellationError(), .interrupted),
      (FileError("f"), .error),
    ]
    for (error, code) in table { #expect(Failure(error).code == code, "\(error)") }
  }

  @Test("a hint names the flag that helps")
  func hints() {
    func hint(_ error: any Error) -> String { Failure(error).messages.first?.hint ?? "" }
    func lost(_ code: TransportError.Code) -> ThunderIDError {
      let reason = TransportError(code: code, message: "m", mayHaveBeenSent: false)
      return ThunderIDError(code: .networkError, message: "m", underlyingError: reason)
    }
    #expect(hint(lost(.tls)).isEmpty)
    #expect(hint(lost(.unreachable)).contains("--server"))
    #expect(hint(ThunderIDError(code: .requestTimeout, message: "m")).contains("--timeout"))
    var target = ThunderIDError(code: .authenticationFailed, message: "m")
    target.serverCode = "invalid_target"
    #expect(hint(target).contains("--resource"))
    #expect(hint(SignInError()).contains("--token-file"))
  }

  @Test("what a server says can't steer the terminal")
  func escaped() {
    let failure = Failure(ThunderIDError(code: .serverError, message: "a\u{1b}[2J\u{202e}b\nc"))
    #expect(failure.summary == "a\\u{1b}[2J\\u{202e}b\\u{a}c")
  }

  @Test("a token tells its facts and never itself")
  func tokenFacts() {
    // {"alg":"none"} . {"iss":"https://id","sub":"jane","client_id":"cli","scope":"system","exp":1} . sig
    let payload =
      "eyJpc3MiOiJodHRwczovL2lkIiwic3ViIjoiamFuZSIsImNsaWVudF9pZCI6ImNsaSIsInNjb3BlIjoic3lzdGVtIiwiZXhwIjoxfQ"
    let token = "eyJhbGciOiJub25lIn0.\(payload).c2ln"
    let facts = TokenFacts.facts(of: token)
    #expect(facts["issuer"] == "https://id" && facts["subject"] == "jane" && facts["client"] == "cli")
    #expect(facts["scopes"] == "system")
    #expect(facts["expires"] == "1970-01-01T00:00:01Z (expired)")
    #expect(!JSONValue.object(facts).text().contains("c2ln"))
    for opaque in ["abc", "a.b", "a.!!!.c", "a.\(payload.dropLast(3)).c", ""] {
      #expect(TokenFacts.facts(of: opaque)["token"] == "opaque", "\(opaque)")
    }
  }

  @Test("colour follows the flag, then the environment, then the terminal")
  func colour() throws {
    func isColored(_ words: [String], _ environment: [String: String]) throws -> Bool {
      let options = try Options(words, flags: SharedFlags.everywhere, sources: [.environment(environment)])
      return Output(options, environment: environment).style.isColored
    }
    #expect(try isColored(["--color", "always"], ["NO_COLOR": "1", "THUNDERID_NO_COLOR": "1"]))
    #expect(try !isColored(["--no-color"], ["CLICOLOR_FORCE": "1", "THUNDERID_COLOR": "always"]))
    #expect(try isColored([], ["CLICOLOR_FORCE": "1"]))
    #expect(try !isColored([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(try !isColored([], ["CLICOLOR_FORCE": "1", "THUNDERID_COLOR": "never"]))
  }
}
