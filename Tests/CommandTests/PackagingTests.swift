import Foundation
import Testing

@Suite("Packaging")
struct PackagingTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test("an installation is the command, its manual page, completions and the licence")
  func layout() throws {
    let work = try Workplace()
    // A setting of the caller's must not get into what is installed.
    var environment = work.environment
    environment["THUNDERID_JSON"] = "true"
    let layout = "'\(PackagingTests.root)/packaging/layout' '\(RunningCommand.path)' '\(work.folder)/usr'"
    #expect(Shell.run(layout, environment) == 0)
    let paths = FileManager.default.enumerator(atPath: work.path("usr"))?.compactMap { $0 as? String } ?? []
    let files = try paths.filter {
      try FileManager.default.attributesOfItem(atPath: work.path("usr/\($0)"))[.type] as? FileAttributeType
        == .typeRegular
    }
    #expect(
      files.sorted() == [
        "bin/thunderid-apply", "share/bash-completion/completions/thunderid-apply",
        "share/doc/thunderid-apply/LICENSE", "share/fish/vendor_completions.d/thunderid-apply.fish",
        "share/man/man1/thunderid-apply.1", "share/zsh/site-functions/_thunderid-apply",
      ])
    #expect(work.read("usr/share/man/man1/thunderid-apply.1") == (try work.run("man").out))
    for (shell, path) in [
      ("bash", "bash-completion/completions/thunderid-apply"), ("zsh", "zsh/site-functions/_thunderid-apply"),
      ("fish", "fish/vendor_completions.d/thunderid-apply.fish"),
    ] {
      #expect(work.read("usr/share/\(path)") == (try work.run("completion", shell).out))
    }
    for file in files {
      let mode = try FileManager.default.attributesOfItem(atPath: work.path("usr/\(file)"))[.posixPermissions] as? Int
      #expect(mode == (file == "bin/thunderid-apply" ? 0o755 : 0o644), "\(file)")
    }
  }
}
