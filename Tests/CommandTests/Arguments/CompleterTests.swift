import Foundation
import Testing

@testable import thunderid_apply

@Suite("What may stand at the cursor")
struct CompleterTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.write("people.yaml", Manifests.users(["jane", "joe"]))
    try work.write("apps/portal.yaml", Manifests.machine())
  }

  /// The answer for a line whose last word is being typed, or that of the index.
  private func answer(_ words: String..., at index: Int? = nil) -> Completer.Answer {
    Completer(
      commands: Main.commands, words: words, index: index ?? words.count - 1, environment: work.environment,
      folder: work.folder
    ).answer()
  }

  private func words(_ answer: Completer.Answer) -> [String] { answer.candidates.map(\.word) }

  @Test("commands with what they do, and those to get help on")
  func commands() {
    let all = words(answer(""))
    #expect(all == Main.commands.map(\.name) + ["help"] && !answer("").takesFiles)
    #expect(answer("roll").candidates == [.init(word: "rollback", about: "undo a run")])
    #expect(words(answer("help", "va")) == ["validate"] && words(answer("--v")) == ["--version"])
    #expect(answer("nothing", "") == .init() && answer() == .init() && answer("plan", at: 7) == .init())
  }

  @Test("flags of the command that are not given yet, and given ones that repeat")
  func flags() {
    #expect(words(answer("plan", "--max-d")) == ["--max-deletes", "--max-delete-percent"])
    #expect(words(answer("plan", "--max-deletes", "3", "--max-d")) == ["--max-delete-percent"])
    #expect(words(answer("plan", "--target=users/a", "--targ")) == ["--target"])
    #expect(words(answer("plan", "--max-d", "--max-deletes=3", at: 1)) == ["--max-delete-percent"])
    #expect(words(answer("whoami", "--tar")).isEmpty)
    #expect(answer("diff", "--deta").candidates.first?.about.hasPrefix("exit 2") == true)
  }

  @Test("values: words to choose from, files, nothing where anything may stand")
  func values() {
    #expect(words(answer("plan", "--color", "a")) == ["auto", "always"])
    #expect(words(answer("plan", "--color=n")) == ["--color=never"])
    #expect(answer("plan", "--ca-file", "") == .init(takesFiles: true))
    #expect(answer("plan", "--ca-file=x") == .init(takesFiles: true))
    #expect(answer("plan", "--timeout", "") == .init())
    #expect(words(answer("schema", "")) == SchemaCommand.names && answer("schema", "plan", "") == .init())
    #expect(
      answer("validate", "") == .init(takesFiles: true) && answer("validate", "--", "-") == .init(takesFiles: true))
    #expect(answer("version", "") == .init())
  }

  @Test("addresses of the manifests of the line, wherever they stand in it")
  func addresses() {
    let people = answer("plan", "people.yaml", "--target", "users/")
    #expect(words(people) == ["users/jane", "users/joe"] && !people.takesFiles)
    #expect(people.candidates[0].about.hasSuffix("people.yaml:4:5"))
    #expect(words(answer("apply", "--rotate", "", ".", at: 2)) == ["applications/Portal", "users/jane", "users/joe"])
    #expect(words(answer("plan", "people.yaml", "--target=users/ja")) == ["--target=users/jane"])
    #expect(words(answer("plan", "people.yaml", "apps", "people.yaml", "--target", "a")) == ["applications/Portal"])
    #expect(words(answer("plan", "--target", "")).isEmpty)
  }

  @Test("what is wrong with a manifest takes away no more than it must")
  func silence() throws {
    try work.write(
      "odd.yaml",
      """
      users:
        - { type: Person, ou: default, nonsense: 1, attributes: { username: "${NAME}" } }
        - { type: Person, ou: default, attributes: { username: kept }, credentials: { password: "${file:/no/such}" } }
        - { type: Person, ou: default, attributes: { username: "evil\\e[2J" } }

      """)
    #expect(words(answer("plan", "odd.yaml", "--target", "")) == ["users/kept"])
    #expect(words(answer("plan", "odd.yaml", "--var", "NAME=given", "--target", "")) == ["users/given", "users/kept"])
    for broken in ["{", "users: [", "\u{1}", "- 1", ""] {
      try work.write("broken.yaml", broken)
      #expect(answer("plan", "broken.yaml", "nowhere.yaml", "--target", "") == .init())
    }
  }

  @Test("runs to undo, the latest first, and profiles")
  func runsAndProfiles() throws {
    for run in ["20260101T000000Z-a", "20260102T000000Z-b"] {
      try work.write(".thunderid-apply/runs/\(run).ndjson", "")
    }
    #expect(words(answer("rollback", "2026")) == ["20260102T000000Z-b", "20260101T000000Z-a"])
    #expect(words(answer("apply", "--resume", "2")).count == 2 && words(answer("apply", "2")).isEmpty)
    #expect(words(answer("plan", "--profile", "")).isEmpty)
    try work.write(".thunderid-apply.yaml", "profiles:\n  staging: { server: https://a.example }\n  live: {}\n")
    #expect(words(answer("plan", "--profile", "")) == ["staging", "live"])
    try work.write("other.yaml", "profiles: { third: {} }\n")
    #expect(words(answer("plan", "--config", "other.yaml", "--profile=t")) == ["--profile=third"])
  }
}
