import Testing
import ThunderIDPlan

@testable import thunderid_apply

@Suite("The file of profiles")
struct ConfigFileTests {
  private func read(_ text: String, file: String = "c.yaml", isNamed: Bool = true) throws -> ConfigFile {
    try ConfigReader.read(Array(text.utf8), file: file, mayRunCommands: isNamed)
  }

  private func faults(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let errors as ConfigErrors {
      return errors.diagnostics.map {
        "\($0.location?.description ?? "?"): \($0.message)" + ($0.hint.map { "; \($0)" } ?? "")
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("both spellings, lists, switches, and a place for each")
  func settings() throws {
    let config = try read(
      """
      defaultProfile: b
      profiles:
        a: { server: https://a, ca-file: a.pem, timeout: 2.5, prune: true }
        b:
          server: https://b
          clientId: ci
          clientSecretFile: secret
          maxDeletePercent: 50
          var: [A=1, "B=2"]
          target: users/jane
      """)
    #expect(config.defaultProfile == "b")
    #expect(config.profiles.map(\.name) == ["a", "b"])
    let b = config.profiles[1].settings
    #expect(
      b.mapValues(\.texts) == [
        "server": ["https://b"], "client-id": ["ci"], "client-secret-file": ["secret"], "max-delete-percent": ["50"],
        "var": ["A=1", "B=2"], "target": ["users/jane"],
      ])
    #expect(b["client-id"]?.place.description == "c.yaml:6:5")
  }

  @Test("flag, environment, profile, default: in this order, for each flag of each command")
  func precedence() throws {
    for command in Main.commands where command.readsConfig {
      for flag in command.flags where !["help", "config", "profile", "token"].contains(flag.name) {
        let texts: (String, String, String)
        switch flag.value {
        case .none: texts = ("true", "false", "true")
        case .text: texts = ("one", "two", "three")
        case .integer(let range): texts = ("\(range.lowerBound)", "\(range.upperBound)", "\(range.lowerBound + 1)")
        case .seconds: texts = ("1", "2", "3")
        case .choice(let words): texts = (words[0], words[1], words[words.count - 1])
        }
        let profile = try read("profiles: { p: { \(flag.name): \(texts.2) } }").profiles[0]
        func options(_ words: [String], _ environment: [String: String]) throws -> Options {
          try Options(words, flags: command.flags, sources: [.environment(environment), profile.source])
        }
        let fromProfile = try options([], [:])
        let fromEnvironment = try options([], [flag.variable: texts.1])
        let fromFlag = try options(["--\(flag.name)=\(texts.0)"], [flag.variable: texts.1])
        if flag.takesValue {
          #expect(fromProfile.all(flag.name) == [texts.2], "\(command.name) \(flag.name)")
          #expect(fromEnvironment.all(flag.name) == [texts.1], "\(command.name) \(flag.name)")
          #expect(fromFlag.all(flag.name) == [texts.0], "\(command.name) \(flag.name)")
        } else {
          #expect(fromProfile.has(flag.name) && !fromEnvironment.has(flag.name) && fromFlag.has(flag.name))
        }
        #expect(fromProfile.origin(of: flag.name) == Origin(kind: .profile, text: "profile p at c.yaml:1:18"))
        #expect(fromEnvironment.origin(of: flag.name) == Origin(kind: .environment, text: flag.variable))
        #expect(fromFlag.origin(of: flag.name) == Origin(kind: .flag, text: "--" + flag.name))
      }
    }
    #expect(try Options([], flags: SharedFlags.everywhere, sources: []).origin(of: "json") == .byDefault)
  }

  @Test("paths count from the file")
  func paths() throws {
    func settings(_ file: String) throws -> [String: [String]] {
      try read(
        "profiles: { p: { ca-file: ca.pem, base: [old, /abs, '-'], server: 'sandbox:s.json', clientId: a/b } }",
        file: file
      ).profiles[0].settings.mapValues(\.texts)
    }
    #expect(
      try settings("conf/x.yaml") == [
        "ca-file": ["conf/ca.pem"], "base": ["conf/old", "/abs", "-"], "server": ["sandbox:conf/s.json"],
        "client-id": ["a/b"],
      ])
    #expect(try settings(".thunderid-apply.yaml")["ca-file"] == ["ca.pem"])
    #expect(try settings("/x.yaml")["ca-file"] == ["/ca.pem"])
    #expect(try settings("../x.yaml")["server"] == ["sandbox:../s.json"])
  }

  @Test("what is wrong is told all at once, each at its place, with what was probably meant")
  func wrong() {
    #expect(
      faults(
        """
        defaultProfil: a
        defaultProfile: stagin
        profiles:
          staging:
            sever: https://x
            caFiel: x
            ca-fil: x
            parallelism: 65
            timeout: soon
            prune: perhaps
            server: [a, b]
            var: { A: 1 }
            scope:
            color: blue
            json: !secret x
            resource: x
            caFile: y
            ca-file: z
            config: other.yaml
          other: text
        """) == [
          "c.yaml:1:1: unknown key 'defaultProfil'; did you mean 'defaultProfile'?",
          "c.yaml:5:5: unknown key 'sever'; did you mean 'server'?",
          "c.yaml:6:5: unknown key 'caFiel'; did you mean 'caFile'?",
          "c.yaml:7:5: unknown key 'ca-fil'; did you mean 'ca-file'?",
          "c.yaml:8:18: parallelism takes a number from 1 to 64, found '65'",
          "c.yaml:9:14: timeout takes a number of seconds, found 'soon'",
          "c.yaml:10:12: prune is true or false, found 'perhaps'",
          "c.yaml:11:13: server takes one value, found a list",
          "c.yaml:12:10: var takes a value, found a mapping",
          "c.yaml:13:11: scope takes a value, found nothing",
          "c.yaml:14:12: color takes one of: auto, always, never; found 'blue'",
          "c.yaml:15:11: json takes a yes or no, found a tag",
          "c.yaml:18:5: 'ca-file' is given twice: also in line 17",
          "c.yaml:19:5: 'config' can't stand in a profile",
          "c.yaml:20:10: a profile is a mapping of flag names to values, found a single value",
          "c.yaml:2:17: there is no profile 'stagin'; did you mean 'staging'?",
        ])
    #expect(faults("profiles:\n\ta: {}\n") == ["c.yaml:2:1: a tab can't indent YAML; use spaces"])
    #expect(
      faults("[a]") == ["c.yaml:1:1: the file holds the keys profiles and defaultProfile, found a list"])
    #expect(faults("profiles: {}\n---\nprofiles: {}\n") == ["c.yaml:3:1: the file holds one document"])
    for nothing in ["", "# only a comment\n", "profiles:\n"] { #expect(faults(nothing).isEmpty) }
  }

  @Test("a secret may not stand in it, and is not repeated", arguments: ["token", "client-secret", "clientSecret"])
  func secrets(key: String) {
    let found = faults("profiles:\n  p:\n    \(key): Not-To-Be-Seen\n")
    #expect(found.count == 1 && found[0].hasPrefix("c.yaml:3:5: a secret must not stand in this file: \(key); "))
    #expect(!found[0].contains("Not-To-Be-Seen"))
  }

  @Test("a file that merely lies in the folder makes no program run")
  func commands() throws {
    let text = "profiles: { p: { client-secret-command: 'pass show thunderid' } }"
    #expect(
      try read(text).profiles[0].settings["client-secret-command"]?.texts == ["pass show thunderid"])
    let errors = #expect(throws: ConfigErrors.self) { try read(text, isNamed: false) }
    #expect(errors?.diagnostics.first?.hint == "name the file with --config or THUNDERID_CONFIG")
  }
}
