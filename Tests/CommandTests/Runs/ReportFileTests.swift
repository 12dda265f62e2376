import Foundation
import Testing
import ThunderIDSandbox

@Suite("Files that a command writes")
struct ReportFileTests {
  private func workplace() throws -> Workplace {
    let work = try Workplace(.file)
    try work.write("m.yaml", Manifests.users(1))
    return work
  }

  private func kind(_ path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  private func shell(_ line: String, _ work: Workplace) -> Int32 {
    var environment = work.environment
    environment["TOOL"] = RunningCommand.path
    environment["FOLDER"] = work.folder
    return Shell.run("cd \"$FOLDER\" && { \(line); }", environment)
  }

  @Test("a link stays a link, and what it leads to is written")
  func links() throws {
    let work = try workplace()
    try work.write("real/old.md", "old")
    for (link, target) in [("link.md", "real/old.md"), ("new.md", "real/new.md"), ("p.json", "real/p.json")] {
      try FileManager.default.createSymbolicLink(atPath: work.path(link), withDestinationPath: target)
    }
    for link in ["link.md", "new.md"] { #expect(try work.run("plan", "m.yaml", "--markdown", link).code == 0) }
    #expect(try work.run("plan", "m.yaml", "--out", "p.json").code == 0)
    for (link, target) in [("link.md", "real/old.md"), ("new.md", "real/new.md"), ("p.json", "real/p.json")] {
      #expect(kind(work.path(link)) == .typeSymbolicLink)
      #expect(work.read(target)?.contains("users/user0") == true)
    }
  }

  @Test("the mode of a file that is there stays")
  func mode() throws {
    let work = try workplace()
    try work.write("r.html", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: work.path("r.html"))
    #expect(try work.run("plan", "m.yaml", "--html", "r.html").code == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: work.path("r.html"))[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test("a pipe and a device are written into and stay what they are")
  func special() throws {
    let work = try workplace()
    let read = shell(
      "mkfifo pipe; timeout 20 cat pipe > got & sleep 0.3; \"$TOOL\" plan m.yaml --html pipe; wait", work)
    #expect(read == 0 && work.read("got")?.contains("</html>") == true)
    #expect(kind(work.path("pipe")) != .typeRegular)
    let nobody = try work.run("plan", "m.yaml", "--html", "pipe")
    #expect(nobody.code == 1 && nobody.err.contains("pipe can't be written: nobody reads it"), "\(nobody)")
    #expect(nobody.out.contains("1 to add"), "the plan is told all the same: \(nobody)")
    #expect(try work.run("plan", "m.yaml", "--html", "/dev/null").code == 0)
    #expect(kind("/dev/null") == .typeCharacterSpecial)
    let kept = try work.run("plan", "m.yaml", "--out", "/dev/null")
    #expect(kept.code == 1 && kept.err.contains("/dev/null is no ordinary file"), "\(kept)")
    let full = try work.run("plan", "m.yaml", "--html", "/dev/full")
    #expect(full.code == 1 && full.err.contains("/dev/full can't be written: No space left on device"), "\(full)")
    #expect(kind("/dev/full") == .typeCharacterSpecial)
  }

  @Test("standard output by its name is standard output, a file or not")
  func stream() throws {
    let work = try workplace()
    #expect(shell("\"$TOOL\" plan m.yaml --json-into /dev/stdout > both", work) == 0)
    let both = work.read("both") ?? ""
    #expect(both.contains("1 to add") && both.contains("\"formatVersion\""), "\(both)")
  }

  @Test(
    "no file is written that is read, or written under another name",
    arguments: [
      ["plan", "m.yaml", "--markdown", "m.yaml"], ["plan", "m.yaml", "--out", "./m.yaml"],
      ["plan", "folder", "--html", "folder/n.yaml"], ["plan", "m.yaml", "--out", "state.json"],
      ["plan", "m.yaml", "--html", "z", "--markdown", "z"],
      ["plan", "m.yaml", "--html", "z", "--junit", "folder/../z"], ["plan", "m.yaml", "--json-into", "m.yaml"],
      ["plan", "folder", "--json-into", "folder/n.yaml", "--bogus"],
      ["plan", "--json-into=m.yaml", "--bogus", "m.yaml"],
      ["plan", "m.yaml", "--json-into", "state.json", "--bogus"],
      ["plan", "m.yaml", "--var-file", "vars", "--json-into", "vars"],
      ["plan", "m.yaml", "--var-file=vars", "--json-into", "vars", "--bogus"],
      ["plan", "m.yaml", "--var-file", "vars", "--junit", "vars"], ["plan", "m.yaml", "--html", "link.yaml"],
      ["plan", "m.yaml", "--base", "folder", "--html", "folder/n.yaml"],
      ["drift", "m.yaml", "--known", "k.json", "--metrics", "k.json"], ["validate", "m.yaml", "--sarif", "m.yaml"],
      ["apply", "m.yaml", "--secrets-out", "m.yaml"], ["plan", "m.yaml", "--html", "-"],
      ["plan", "m.yaml", "--html", ""], ["apply", "m.yaml", "--json", "--json-events"],
      ["plan", "m.yaml", "--no-color", "--color", "always"], ["plan", "m.yaml", "--client-key-file", "vars"],
    ])
  func overlap(_ words: [String]) throws {
    let work = try workplace()
    try work.write("folder/n.yaml", "users: []\n")
    try work.write("vars", "A=b\n")
    try FileManager.default.createSymbolicLink(atPath: work.path("link.yaml"), withDestinationPath: "m.yaml")
    let state = work.read("state.json")
    let run = try work.run(words)
    #expect(run.code == 64 && !run.out.contains("to add"), "\(run)")
    #expect(work.read("m.yaml") == Manifests.users(1) && work.read("folder/n.yaml") == "users: []\n")
    #expect(work.read("state.json") == state && work.read("vars") == "A=b\n" && work.read("z") == nil)
  }

  @Test(
    "what a program that failed leaves is no manifest",
    arguments: ["", "\n", "# later\n", "---\n", "{}\n", "---\n---\n"])
  func nothing(_ text: String) throws {
    let work = try workplace()
    try work.write("empty.yaml", text)
    for command in ["plan", "drift", "validate"] {
      let run = try work.run(command, "empty.yaml")
      #expect(run.code == 8 && run.err.contains("empty.yaml:1:1: error: nothing is declared here"), "\(run)")
    }
    let piped = try work.run("drift", "-", input: .text(text))
    #expect(piped.code == 8 && piped.err.contains("<stdin>:1:1"), "\(piped)")
    // Beside another one it does no harm, and what is said in so many words counts.
    #expect(try work.run("plan", "empty.yaml", "m.yaml").code == 0)
    try work.write("none.yaml", "users: []\n")
    #expect(try work.run("plan", "none.yaml").code == 0)
  }
}
