import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Exit codes")
struct ExitCodeTests {
  private func failing(_ kind: Fault.Kind, method: String = "GET") throws -> (Workplace, Run) {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    work.server.faults.set([Fault(kind, method: method, times: nil)])
    return (work, try work.run("apply", "m.yaml", "--auto-approve", "--timeout", "0.3"))
  }

  @Test("each code is reached, and with --json the document says the same")
  func each() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(2))
    try work.write("bad.yaml", "users: {}\n")
    try work.write("gone.yaml", "users:\n  - { attributes: { username: admin }, lifecycle: { state: absent } }\n")
    #expect(try work.run("plan", "m.yaml", "--out", "p.plan").code == 0)
    #expect(try work.run("plan", "m.yaml", "--detailed-exitcode").code == 2)
    #expect(try work.run("drift", "m.yaml").code == 2)
    work.server.faults.set([Fault(.status(400, retryAfter: nil, .before), method: "POST", path: "/users", nth: 2)])
    #expect(try work.run("apply", "m.yaml", "--auto-approve", "--parallelism", "1").code == 3)
    work.server.faults.clear()
    #expect(try work.run("apply", "p.plan").code == 4, "one of both is there by now")
    let table: [(words: [String], environment: [String: String?], code: Int32)] = [
      (["plan", "missing.yaml"], [:], 8), (["show", "missing.plan"], [:], 1),
      (["plan", "gone.yaml"], [:], 5), (["apply", "m.yaml"], [:], 5),
      (["plan", "m.yaml"], ["THUNDERID_TOKEN": nil], 6), (["plan", "m.yaml"], ["THUNDERID_TOKEN": "x"], 6),
      (["plan", "m.yaml"], ["THUNDERID_SERVER": "http://127.0.0.1:9"], 7), (["plan", "bad.yaml"], [:], 8),
      (["plan", "m.yaml", "--tiemout", "1"], [:], 64), (["plan"], [:], 64),
    ]
    for (words, environment, code) in table {
      let plain = try work.run(words, environment: environment)
      #expect(plain.code == code && !plain.err.isEmpty, "\(words) \(plain)")
      let json = try work.run(words + ["--json"], environment: environment)
      #expect(json.code == code, "\(words) \(json)")
      // A plan that a guard refuses is a plan; every other document says why there is none.
      guard words != ["plan", "gone.yaml"] else { continue }
      let error = try JSONValue(parsing: json.out)["error"]
      #expect(error?["exitCode"]?.intValue == Int(code) && error?["message"]?.stringValue?.isEmpty == false, "\(json)")
    }
  }

  @Test("a slow server, one that resets, one that is none, one that breaks off")
  func badServers() throws {
    let table: [(Fault.Kind, Int32, String)] = [
      (.delay(seconds: 3), 7, "--timeout"), (.slowHeader(seconds: 3), 7, "--timeout"),
      (.slowBody(seconds: 3), 7, "--timeout"), (.reset(.before), 7, "error: "), (.truncatedBody, 7, "error: "),
      (.notJSON, 1, "error: "), (.status(500, retryAfter: nil, .before), 1, "error: "),
      (.status(403, retryAfter: nil, .before), 6, "error: "),
    ]
    for (kind, code, text) in table {
      let (work, run) = try failing(kind)
      #expect(run.code == code && run.err.contains(text) && run.out.isEmpty, "\(kind) \(run)")
      #expect(!run.all.contains("sandbox-admin"))
      work.server.faults.clear()
      #expect(work.user("user0") == nil && work.runFiles(".ndjson").isEmpty, "\(kind)")
    }
  }

  @Test("a write whose answer is lost makes no double, whether it took effect or not")
  func lostAnswers() throws {
    for kind in [Fault.Kind.reset(.before), .reset(.after), .truncatedBody, .status(503, retryAfter: 0, .after)] {
      let work = try Workplace()
      try work.write("m.yaml", Manifests.users(3))
      work.server.faults.set([Fault(kind, method: "POST", path: "/users", nth: 2)])
      let run = try work.run("apply", "m.yaml", "--auto-approve", "--parallelism", "1")
      #expect(run.code == 0, "\(kind) \(run)")
      #expect(run.out.contains("Resources: 3 added"), "\(kind) \(run)")
      let users = work.send("GET", "/users?limit=100").body["users"]?.arrayValue ?? []
      let names = users.compactMap { $0["attributes"]?["username"]?.stringValue }.filter { $0.hasPrefix("user") }
      #expect(names.sorted() == ["user0", "user1", "user2"], "\(kind)")
    }
  }

  @Test("a write that answers nonsense is told and is no success")
  func nonsense() throws {
    for kind in [Fault.Kind.notJSON, .status(500, retryAfter: nil, .before), .reset(.before)] {
      let (work, run) = try failing(kind, method: "POST")
      #expect([1, 3, 7].contains(run.code) && run.out.contains("Apply incomplete"), "\(kind) \(run)")
      work.server.faults.clear()
      #expect(work.user("user0") == nil)
      let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
      #expect(resumed.code == 0 && work.user("user0") != nil, "\(kind) \(resumed)")
    }
  }
}
