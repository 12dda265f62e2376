import Testing
import ThunderID

@Suite("Manifests that would steer the terminal")
struct HostileManifestTests {
  private static let evil = #"\e[2J\a\u202E\u200F\u061C\uFEFF\r\n\x9B31m"#

  private func expectHarmless(_ run: Run) {
    let hidden: Set<Unicode.Scalar> = [
      "\u{1b}", "\u{7}", "\u{202e}", "\u{200f}", "\u{61c}", "\u{feff}", "\r", "\u{9b}",
    ]
    #expect(!run.all.unicodeScalars.contains(where: hidden.contains), "\(run)")
  }

  @Test("in names, values, keys and places", arguments: [false, true])
  func everywhere(isJSON: Bool) throws {
    let work = try Workplace()
    let evil = HostileManifestTests.evil
    let format = isJSON ? ["--json"] : ["--no-color"]
    try work.write(
      "m.yaml",
      """
      applications:
        - name: "x\(evil)"
          type: browser
          ou: default
          description: "d\(evil)"
          metadata: { "k\(evil)": "v\(evil)" }
      """)
    for words in [
      ["plan", "m.yaml"], ["plan", "m.yaml", "--out", "p.plan"], ["show", "p.plan"], ["apply", "m.yaml", "--dry-run"],
      ["apply", "m.yaml", "--auto-approve"], ["drift", "m.yaml"], ["rollback", "--last", "--dry-run"],
      ["rollback", "--last", "--auto-approve"], ["validate", "m.yaml"],
    ] {
      let run = try work.run(words + format)
      if words[0] != "validate" { #expect([0, 1, 3].contains(run.code), "\(words) \(run)") }
      expectHarmless(run)
    }
  }

  @Test("in what is wrong, in file names and in arguments")
  func mistakes() throws {
    let work = try Workplace()
    let evil = HostileManifestTests.evil
    for text in [
      "\"k\(evil)\": 1\n", "users:\n  - { \"typ\(evil)\": x }\n", "users: [\"\(evil)\"]\n", "a: \u{1b}[2J\n",
      "users:\n  - { ou: \"\(evil)\", type: \"\(evil)\", attributes: { username: \"\(evil)\" } }\n",
      "users: *\u{1b}[2J\n", "users: ${\u{1b}[2J}\n", "users:\n  - name: !\u{202e}x y\n", "# \u{202e}\nusers: {}\n",
      "target: { server: \"\(evil)\" }\n",
    ] {
      try work.write("m.yaml", text)
      for words in [["validate", "m.yaml"], ["plan", "m.yaml"], ["plan", "m.yaml", "--json"]] {
        let run = try work.run(words)
        #expect(run.code != 0 || words[0] == "validate", "\(text) \(run)")
        expectHarmless(run)
      }
    }
    let raw = "x\u{1b}[2J\u{7}\u{202e}\r"
    try work.write(raw + ".yaml", "users: {}\n")
    for words in [
      ["plan", raw + ".yaml"], ["plan", raw], ["show", raw], [raw], ["help", raw], ["plan", "--" + raw, "x"],
      ["plan", raw + ".yaml", "--target", raw], ["whoami", "--server", raw], ["whoami", "--server", "http://" + raw],
      ["whoami", "--ca-file", raw], ["whoami", "--token-file", raw], ["rollback", raw, "--auto-approve"],
      ["plan", raw + ".yaml", "--parallelism", raw], ["schema", raw], ["doctor", "--token-file", raw],
      ["whoami", "--server", "sandbox:\(raw)/x"], ["whoami", "--token", raw],
    ] {
      let run = try work.run(words)
      #expect(run.code != 0, "\(words) \(run)")
      expectHarmless(run)
    }
  }
}
