import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@Suite("The sandbox in a file")
struct SandboxFileTests {
  @Test("a file that is none of the sandbox's is refused and left as it is")
  func corrupt() throws {
    let work = try Workplace(.file)
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    let whole = try #require(work.read("state.json"))
    let half = String(whole.prefix(whole.count / 2))
    for text in ["", "not JSON", "[]", "{}", half, whole + "x", whole.replacing("user0", with: "user0\u{0}")] {
      try work.write("state.json", text)
      for words in [["plan", "m.yaml"], ["apply", "m.yaml", "--auto-approve"], ["whoami"], ["drift", "m.yaml"]] {
        let run = try work.run(words)
        #expect(run.code == 1 && run.err.contains("state.json"), "\(words) \(text.prefix(20)) \(run)")
      }
      #expect(work.read("state.json") == text)
      let sandbox = try work.run("sandbox", "--state", "state.json", "--port", "0")
      #expect(sandbox.code == 1 && work.read("state.json") == text, "\(sandbox)")
    }
    try work.write("state.json", whole)
    #expect(try work.run("plan", "m.yaml", "--detailed-exitcode").code == 0)
  }

  @Test("a place that can't be a file is told")
  func noFile() throws {
    let work = try Workplace(.file)
    try work.write("folder/x", "")
    for path in ["", "folder", "missing/state.json", "/proc/state.json"] {
      let run = try work.run("whoami", "--server", "sandbox:" + path)
      #expect([1, 64].contains(run.code) && run.err.hasPrefix("error: "), "\(path) \(run)")
    }
  }

  @Test("several processes at once do not tear it, and nobody's writes are lost")
  func concurrent() throws {
    let work = try Workplace(.file)
    let names = ["a", "b", "c"]
    for name in names {
      try work.write("\(name)/m.yaml", Manifests.users((0..<15).map { "\(name)\($0)" }))
    }
    let runs = try names.map { name in
      try work.start(
        in: work.path(name), ["apply", "m.yaml", "--auto-approve"],
        environment: ["THUNDERID_SERVER": "sandbox:../state.json"])
    }
    for run in runs.map({ $0.wait() }) { #expect(run.code == 0, "\(run)") }
    for name in names {
      for index in 0..<15 { #expect(work.user("\(name)\(index)") != nil, "\(name)\(index)") }
      let run = try work.run("plan", "\(name)/m.yaml", "--detailed-exitcode")
      #expect(run.code == 0, "\(run)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: work.path("state.json"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
