import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("Where nothing can be written")
struct UnwritableTests {
  /// A folder in which nobody, not even root, can make a file.
  private static let nowhere = "/proc"

  private func expectNoWrite(_ work: Workplace, _ run: Run, _ text: String) {
    #expect(run.code == 1 && run.err.contains(text), "\(run)")
    #expect(work.user("user0") == nil, "nothing was sent")
  }

  @Test("a folder that can't be written refuses before the first write", .enabled(if: isLinux))
  func folder() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    func run(_ words: String...) throws -> Run { try work.start(in: UnwritableTests.nowhere, words).wait() }
    expectNoWrite(work, try run("apply", work.path("m.yaml"), "--auto-approve"), ".thunderid-apply")
    // Whoever only looks needs no folder.
    #expect(try run("plan", work.path("m.yaml")).code == 0)
    #expect(try run("drift", work.path("m.yaml")).code == 2)
    #expect(try run("apply", work.path("m.yaml"), "--dry-run").code == 0)
    let plan = try work.run("plan", "m.yaml", "--out", "p.plan")
    #expect(plan.code == 0)
    expectNoWrite(work, try run("apply", work.path("p.plan")), ".thunderid-apply")
  }

  @Test("a file for secrets that can't be written refuses before the first write")
  func secrets() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1) + Manifests.secretOfTheServer)
    try work.write("folder/x", "")
    try work.write("notes", "something else")
    for path in ["missing/made.json", "folder", "notes", "/proc/made.json"] {
      expectNoWrite(work, try work.run("apply", "m.yaml", "--auto-approve", "--secrets-out", path), path)
    }
    #expect(work.read("notes") == "something else" && work.runFiles(".ndjson").isEmpty)
  }

  @Test("a plan or a report that can't be written is an error that names it")
  func reports() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(1))
    for flag in ["out", "markdown", "html", "junit", "json-into"] {
      let run = try work.run("plan", "m.yaml", "--\(flag)", "missing/file")
      #expect(run.code == 1 && run.err.contains("missing/file"), "\(flag) \(run)")
    }
    for flag in ["markdown", "html", "junit", "json-into"] {
      expectNoWrite(work, try work.run("apply", "m.yaml", "--auto-approve", "--\(flag)", "missing/f"), "missing/f")
    }
  }

  @Test("outputs that are closed or full crash nothing", arguments: [">&-", "2>&-", ">&- 2>&- <&-", ">/dev/full 2>&1"])
  func closed(redirection: String) throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(2))
    let line = "cd '\(work.folder)' && '\(RunningCommand.path)' apply m.yaml --auto-approve \(redirection)"
    let code = Shell.run(line, work.environment)
    #expect(code == 0)
    #expect(work.user("user1") != nil)
    // A descriptor that was closed must not become the journal's, or output would go into it.
    let journal = try #require(work.runFiles(".ndjson").first.flatMap { work.read($0) })
    for line in journal.split(separator: "\n") { #expect(throws: Never.self) { try JSONValue(parsing: String(line)) } }
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
  }

  @Test("a result that is lost is an error, unless nobody reads it", .enabled(if: isLinux))
  func lost() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.users(2))
    func code(_ words: String) -> Int32 {
      Shell.run("cd '\(work.folder)' && '\(RunningCommand.path)' \(words) 2>errors", work.environment)
    }
    for words in [
      "plan m.yaml", "drift m.yaml", "validate m.yaml", "version", "help", "schema plan", "plan m.yaml --json",
    ] {
      #expect(code("\(words) >/dev/full") == 1, "\(words)")
      #expect(work.read("errors")?.contains("No space left") == true, "\(words)")
    }
    #expect(code("plan m.yaml | true") == 0)
    #expect(code("drift m.yaml >&-") == 2)
    // A run has done what it has done.
    #expect(code("apply m.yaml --auto-approve >/dev/full") == 0)
    #expect(work.read("errors")?.contains("warning: standard output can't be written") == true)
  }

  @Test("paths of one letter are paths")
  func short() throws {
    let work = try Workplace()
    try work.write("m", Manifests.users(1))
    try work.write("c", "profiles: { p: { var-file: [v] } }\n")
    try work.write("v", "A=1\n")
    #expect(try work.run("plan", "m", "--out", "p", "--config", "c", "--profile", "p", "--json-into", "j").code == 0)
    #expect(try work.run("apply", "p").code == 0)
    #expect(try work.run("drift", "m", "--known", "k", "--accept").code == 0)
  }
}

private let isLinux = FileManager.default.fileExists(atPath: "/proc/self/exe")
