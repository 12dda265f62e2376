import Foundation
import Testing
import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

@testable import thunderid_apply

/// `--json` of every command, where it works and where it fails.
@Suite("JSON of every command")
struct JSONDocumentTests {
  /// One call.
  private struct Call {
    let words: [String]
    /// The schema of its document; nil where the document is none of those.
    var schema: String?
    let code: Int32
    /// Members that its document must have.
    var members: [String] = []
    var environment: [String: String?] = [:]

    init(
      _ words: [String], _ schema: String? = nil, code: Int32 = 0, _ members: [String] = [],
      environment: [String: String?] = [:]
    ) {
      (self.words, self.schema, self.code, self.members) = (words, schema, code, members)
      self.environment = environment
    }
  }

  /// Runs it with `--json` and `--json-into`, and looks at what came out.
  private func check(_ call: Call, _ work: Workplace) throws {
    try? FileManager.default.removeItem(atPath: work.path("into.json"))
    let words = [call.words[0], "--json", "--json-into", "into.json"] + call.words.dropFirst()
    let run = try work.run(words, environment: call.environment)
    #expect(run.code == call.code, "\(words) \(run)")
    let document = try? JSONValue(parsing: run.out)
    #expect(document != nil, "one document: \(words) \(run)")
    #expect(work.read("into.json") == run.out, "\(words)")
    for member in call.members { #expect(document?[member] != nil, "\(member) of \(words) \(run)") }
    if let schema = call.schema {
      try work.write("document.json", run.out)
      let faults = try Validator.faults(work, schema, "document.json")
      #expect(faults == "", "\(words) \(run.out)")
    }
    guard call.schema == "error" else { return }
    #expect(document?["error"]?["exitCode"]?.intValue == Int(call.code), "\(words) \(run)")
    #expect(run.err.contains("error: "), "people are told, too: \(words) \(run)")
    let code = ExitCode(rawValue: call.code)?.name
    #expect(document?["error"]?["code"]?.stringValue == code, "\(words) \(run)")
  }

  private func prepared() throws -> Workplace {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine() + "---\n" + Manifests.users(1))
    try work.write("bad.yaml", "users:\n  - { typ: Person }\n")
    try work.write("not.yaml", "a: [b\n")
    try work.write("guarded.yaml", "organizationUnits:\n  - { path: default, lifecycle: { state: absent } }\n")
    #expect(try work.run("plan", "m.yaml", "--out", "m.plan").code == 0)
    return work
  }

  /// A server that does not listen, and a token that nobody knows.
  private static let dead = ["THUNDERID_SERVER": "http://127.0.0.1:9" as String?]
  private static let stranger = ["THUNDERID_TOKEN": "nobody" as String?]

  @Test("each command prints one document, also where it fails, and keeps it in a file")
  func everyCommand() throws {
    let work = try prepared()
    let (dead, stranger) = (JSONDocumentTests.dead, JSONDocumentTests.stranger)
    let calls: [Call] = [
      Call(["plan", "m.yaml"], "plan"), Call(["plan", "m.yaml", "--detailed-exitcode"], "plan", code: 2),
      Call(["plan", "m.yaml", "--no-such-flag"], "error", code: 64), Call(["plan"], "error", code: 64),
      Call(["plan", "bad.yaml"], "error", code: 8, ["diagnostics"]),
      Call(["plan", "not.yaml"], "error", code: 8, ["diagnostics"]),
      Call(["plan", "missing.yaml"], "error", code: 8), Call(["plan", "guarded.yaml"], "error", code: 5),
      Call(["plan", "m.yaml"], "error", code: 7, environment: dead),
      Call(["plan", "m.yaml"], "error", code: 6, environment: stranger),
      Call(["plan", "m.yaml", "--markdown", "missing/file"], "error", code: 1),
      Call(["plan", "m.yaml"], "error", code: 64, environment: ["THUNDERID_PARALLELISM": "65"]),
      Call(["drift", "m.yaml"], "drift", code: 2), Call(["drift", "m.yaml", "--accept"], "error", code: 64),
      Call(["drift", "m.yaml", "--known", "known", "--accept"], nil),
      Call(["drift", "m.yaml"], "error", code: 7, environment: dead),
      Call(["show", "m.plan"], "plan"), Call(["show", "m.yaml"], "error", code: 1),
      Call(["validate", "m.yaml"], nil, ["valid"]), Call(["validate", "bad.yaml"], "error", code: 8, ["diagnostics"]),
      Call(["apply", "m.yaml"], "error", code: 5), Call(["apply", "m.yaml", "--dry-run"], "plan"),
      Call(["apply", "m.plan"], "summary"), Call(["apply", "m.yaml", "--auto-approve"], "summary"),
      Call(["apply", "--resume", "--last", "--auto-approve"], "summary"),
      Call(["apply", "m.plan"], "summary", code: 4), Call(["apply", "bad.yaml", "--auto-approve"], "error", code: 8),
      Call(["apply", "--resume", "nothing", "--auto-approve"], "error", code: 1),
      Call(["apply", "m.yaml", "--auto-approve", "--rollback-on-failure"], "error", code: 64),
      Call(["rollback", "--last", "--dry-run"], "plan"), Call(["rollback", "--last", "--auto-approve"], "summary"),
      Call(["rollback"], "error", code: 64), Call(["rollback", "nothing", "--auto-approve"], "error", code: 1),
      Call(["whoami"], nil, ["server"]), Call(["whoami"], "error", code: 6, environment: stranger),
      Call(["doctor"], nil, ["checks"]), Call(["doctor"], nil, code: 7, ["checks"], environment: dead),
      Call(["doctor", "--parallelism", "many"], "error", code: 64),
      Call(["sandbox", "--port", "70000"], "error", code: 64), Call(["schema", "plan"], nil, ["$schema"]),
      Call(["schema", "nothing"], "error", code: 64), Call(["completion", "bash"], nil, ["script"]),
      Call(["completion", "dash"], "error", code: 64), Call(["man"], nil, ["page"]),
      Call(["man", "plan"], "error", code: 64), Call(["version"], nil, ["version"]),
      Call(["version", "now"], "error", code: 64), Call(["help"], nil, ["commands"]),
      Call(["help", "plan"], nil, ["flags"]), Call(["help", "plam"], "error", code: 64),
      Call(["plan", "--help"], nil, ["flags"]), Call(["--help"], nil, ["commands"]), Call(["plam"], "error", code: 64),
      Call(["--server", "x", "plan"], "error", code: 64),
    ]
    for call in calls { try check(call, work) }
    for command in Main.commands {
      let own = calls.filter { $0.words[0] == command.name }
      #expect(own.contains { $0.schema == "error" }, "a call of \(command.name) that fails")
      #expect(
        command.name == "sandbox" || own.contains { $0.schema != "error" }, "a call of \(command.name) that works")
    }
  }

  @Test("JSON is asked for by the environment or a profile as well, and not behind --")
  func asked() throws {
    let work = try prepared()
    let variable = ["THUNDERID_JSON": "1" as String?]
    for words in [["plam"], [], ["help", "plam"], ["plan", "--tagret", "x"], ["plan", "bad.yaml"]] {
      let run = try work.run(words, environment: variable)
      #expect((try? JSONValue(parsing: run.out))?["error"]?["message"] != nil, "\(words) \(run)")
    }
    #expect(try work.run(["plan", "bad.yaml", "--json=false"], environment: variable).out.isEmpty)
    try work.write(".thunderid-apply.yaml", "defaultProfile: p\nprofiles:\n  p: { json: true }\n")
    #expect((try? JSONValue(parsing: work.run("plan", "bad.yaml").out))?["diagnostics"] != nil)
    #expect(try work.run("plam", "--", "--json").out.isEmpty)
  }

  @Test("a refused plan names what was refused, by whom and what to do")
  func refused() throws {
    let work = try prepared()
    let document = try JSONValue(parsing: work.run("plan", "guarded.yaml", "--json").out)
    let refusal = try #require(document["error"]?["refused"]?[0])
    #expect(refusal["address"]?.stringValue == "organizationUnits/default" && refusal["rule"] != nil, "\(document)")
  }

  @Test("a failure is the last event of --json-events, and the end of a run its document in --json-into")
  func events() throws {
    let work = try prepared()
    for (words, environment) in [
      (["bad.yaml"], [:]), (["m.yaml", "--tagret", "x"], [:]), (["m.yaml"], JSONDocumentTests.dead),
    ] {
      let words = ["apply", "--auto-approve", "--json-events"] + words
      let run = try work.run(words, environment: environment)
      let last = try #require(run.out.split(separator: "\n").last.flatMap { try? JSONValue(parsing: String($0)) })
      #expect(last["type"] == "error" && last["error"]?["exitCode"]?.intValue == Int(run.code), "\(run)")
      try work.write("e.ndjson", run.out)
      #expect(try Validator.faults(work, "events", "e.ndjson") == "")
    }
    let run = try work.run("apply", "m.yaml", "--auto-approve", "--json-events", "--json-into", "end.json")
    let types = run.out.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0))["type"]?.stringValue }
    #expect(types.first == "plan" && types.last == "summary" && run.code == 0, "\(run)")
    #expect(try Validator.faults(work, "summary", "end.json") == "")
    // Where there is nothing to do the events end alike.
    let idle = try work.run("apply", "m.yaml", "--auto-approve", "--json-events")
    #expect(idle.out.contains(#""type":"summary""#), "\(idle)")
    try work.write("e.ndjson", idle.out)
    #expect(try Validator.faults(work, "events", "e.ndjson") == "")
  }

  @Test("the code in the document is the exit code, also where a guard left something out")
  func exitCode() throws {
    let work = try prepared()
    try work.write(
      "part.yaml",
      Manifests.users(["more"]) + "organizationUnits:\n  - { path: default, lifecycle: { state: absent } }\n")
    let run = try work.run("apply", "part.yaml", "--auto-approve", "--skip-refused", "--json")
    let document = try JSONValue(parsing: run.out)
    #expect(run.code == 5 && document["exitCode"]?.intValue == 5 && document["added"]?.intValue == 1, "\(run)")
    #expect(document["refused"]?[0]?["rule"] != nil)
  }

  @Test("whoever interrupts a command that only reads gets a document", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let work = try prepared()
    work.server.faults.set([Fault(.delay(seconds: 60), method: "GET", times: nil)])
    let command = try work.start("plan", "m.yaml", "--json")
    // It watches for signals ahead of its first request.
    #expect(eventually { (work.server.faults.met.first ?? 0) > 0 })
    command.signal(signal)
    let run = command.wait()
    #expect(run.code == 128 + signal)
    let document = try JSONValue(parsing: run.out)
    #expect(document["error"]?["exitCode"]?.intValue == Int(128 + signal), "\(run)")
  }
}
