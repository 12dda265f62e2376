import Foundation
import Testing

/// The script in a bash of its own, asked as readline asks it.
@Suite("Completion in bash")
struct BashCompletionTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    let run = try work.run("completion", "bash")
    try work.write("completion.bash", run.out)
    try work.write("people.yaml", Manifests.users(["jane", "a:b:c", "'it''s'"]))
    try work.write("my apps.yaml", Manifests.machine().replacing("name: Portal", with: "name: Customer Portal"))
  }

  /// What bash would put at the end of a line that is split into these words.
  private func completed(_ words: String...) throws -> [String] {
    try work.write("words", words.joined(separator: "\n") + "\n")
    let script = """
      cd '\(work.folder)' && PATH='\((RunningCommand.path as NSString).deletingLastPathComponent)':$PATH && \
      . ./completion.bash && mapfile -t COMP_WORDS <words && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && \
      _thunderid_apply 2>errors && printf '%s\\n' "${COMPREPLY[@]}" >replies
      """
    try work.write("script", script)
    let code = Shell.run("bash '\(work.path("script"))'", work.environment)
    #expect(code == 0 && work.read("errors") == "", "\(work.read("errors") ?? "")")
    return (work.read("replies") ?? "").split(separator: "\n").map(String.init)
  }

  @Test("commands, flags and words to choose from")
  func words() throws {
    #expect(try completed("thunderid-apply", "roll") == ["rollback"])
    #expect(try completed("thunderid-apply", "plan", "--max-d") == ["--max-deletes", "--max-delete-percent"])
    #expect(try completed("thunderid-apply", "plan", "--color", "n") == ["never"])
  }

  @Test("the commands are known to the script of each shell", arguments: ["bash", "zsh", "fish"])
  func commands(shell: String) throws {
    let script = try work.run("completion", shell).out
    for command in ["plan", "apply", "drift", "rollback", "doctor"] { #expect(script.contains(command)) }
    #expect(!script.contains("@COMMANDS@"))
  }

  @Test("files, where files may stand")
  func files() throws {
    #expect(try completed("thunderid-apply", "plan", "peo") == ["people.yaml"])
    #expect(try completed("thunderid-apply", "plan", "--html", "=", "peo") == ["people.yaml"])
    #expect(try completed("thunderid-apply", "version", "").isEmpty)
  }

  @Test("addresses are quoted as the shell needs it; a word that bash cut is given from the cut on")
  func addresses() throws {
    let plan = ["thunderid-apply", "plan"]
    #expect(try completed(plan[0], plan[1], "people.yaml", "--target", "users/ja") == ["users/jane"])
    #expect(try completed(plan[0], plan[1], "people.yaml", "--target", "=", "users/ja") == ["users/jane"])
    #expect(try completed(plan[0], plan[1], "people.yaml", "--target", "users/a", ":", "b") == ["b:c"])
    #expect(try completed(plan[0], plan[1], "people.yaml", "--target", "users/i") == ["users/it\\'s"])
    #expect(
      try completed(plan[0], plan[1], "my\\ apps.yaml", "--rotate", "app") == ["applications/Customer\\ Portal"])
    #expect(
      try completed(plan[0], plan[1], "\"my apps.yaml\"", "--rotate", "applications/Customer\\ P")
        == ["applications/Customer\\ Portal"])
    #expect(
      try completed(plan[0], plan[1], "'my apps.yaml'", "--rotate", "\"app") == ["applications/Customer Portal"])
  }

  @Test("nothing of a manifest or of the line is run")
  func harmless() throws {
    try work.write("evil.yaml", Manifests.users(["'$(touch broken)'", "'`touch broken`'"]))
    let found = try completed("thunderid-apply", "plan", "evil.yaml", "$(touch broken)", "--target", "users/")
    #expect(found == ["users/\\$\\(touch\\ broken\\)", "users/\\`touch\\ broken\\`"])
    #expect(work.read("broken") == nil)
  }
}
