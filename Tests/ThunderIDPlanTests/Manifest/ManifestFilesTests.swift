import Foundation
import Testing

@testable import ThunderIDPlan

@Suite("Files of manifests")
struct ManifestFilesTests {
  /// A folder for one test, gone after it.
  private func inFolder(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/manifests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try work(folder)
  }

  private func write(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func fault(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "-"
    } catch { return "\(error)" }
  }

  private func outcome<Value: Equatable>(_ work: () throws -> Value) -> Value? {
    do { return try work() } catch {
      Issue.record(error)
      return nil
    }
  }

  private func load(_ paths: [String], input: String = "") throws -> Manifest {
    try ManifestLoader.load(paths: paths, variables: Variables()) { Array(input.utf8) }
  }

  @Test("a folder gives its manifests and those of the folders in it, sorted; hidden and other files are left out")
  func folders() throws {
    try inFolder { folder in
      for name in ["b.yaml", "a.yml", "c/z.yaml", "c/d/y.yaml", "B.yaml", ".h.yaml", ".git/x.yaml", "n.txt", "yaml"] {
        try write("", "\(folder)/\(name)")
      }
      let expected = ["B.yaml", "a.yml", "b.yaml", "c/d/y.yaml", "c/z.yaml"]
      #expect(outcome { try ManifestFiles.expand(folder) } == expected.map { "\(folder)/\($0)" })
      #expect(outcome { try ManifestFiles.expand(folder + "/") } == expected.map { "\(folder)/\($0)" })
      #expect(outcome { try ManifestFiles.expand(folder + "/n.txt") } == ["\(folder)/n.txt"])
      #expect(outcome { try ManifestFiles.expand("-") } == ["-"])
    }
  }

  @Test("links that lead back to a folder end the walk, and a broken link is a fault")
  func links() throws {
    try inFolder { folder in
      try write("", "\(folder)/a/m.yaml")
      for (name, target) in [("a/loop", ".."), ("b", "a")] {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
      }
      #expect(outcome { try ManifestFiles.expand(folder) } == ["\(folder)/a/m.yaml"])
      for (name, target) in [("self.yaml", "self.yaml"), ("gone.yaml", "nothing"), ("folder", "nothing")] {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
        #expect(
          fault { _ = try ManifestFiles.expand(folder) } == "'\(folder)/\(name)' is a link that leads nowhere")
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
  }

  @Test("large letters in the ending of a name hide no manifest, and a file that is named twice is read once")
  func endings() throws {
    try inFolder { folder in
      try write("users: [{ type: P, ou: default, attributes: { username: a } }]", "\(folder)/A.YAML")
      try write("users: [{ type: P, ou: default, attributes: { username: b } }]", "\(folder)/b.Yml")
      let paths = [folder, "\(folder)/b.Yml", "\(folder)/./A.YAML"]
      #expect(try load(paths).resources.map(\.address.identity) == ["a", "b"])
    }
  }

  @Test("a path that gives no manifest is a fault that names it")
  func faults() throws {
    try inFolder { folder in
      #expect(fault { _ = try ManifestFiles.expand(folder + "/x") } == "there is no file or folder '\(folder)/x'")
      #expect(fault { _ = try ManifestFiles.expand(folder) } == "the folder '\(folder)' holds no *.yaml or *.yml file")
      #expect(fault { _ = try ManifestFiles.read(folder) } == "'\(folder)' is a folder")
      #expect(
        fault { _ = try ManifestFiles.read(folder + "/x") } == "'\(folder)/x' can't be read: No such file or directory")
    }
  }

  @Test("a folder that is named like a manifest is walked")
  func folderLikeFile() throws {
    try inFolder { folder in
      try write("", "\(folder)/m.yaml/n.yaml")
      #expect(outcome { try ManifestFiles.expand(folder) } == ["\(folder)/m.yaml/n.yaml"])
    }
  }

  @Test("a pipe that nobody writes to is a fault, and one that somebody writes to is read")
  func pipes() throws {
    try inFolder { folder in
      let path = folder + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      #expect(fault { _ = try ManifestFiles.read(path) } == "nothing writes to '\(path)'")
      let writer = Thread {
        let descriptor = open(path, O_WRONLY)
        usleep(300_000)
        _ = Foundation.write(descriptor, "users: []", 9)
        close(descriptor)
      }
      writer.start()
      #expect(outcome { try ManifestFiles.read(path) } == Array("users: []".utf8))
    }
  }

  @Test("faults of paths and of texts are reported together")
  func together() throws {
    try inFolder { folder in
      try write("users: {}\n", "\(folder)/a.yaml")
      try Data([0x7F, 0x45, 0x4C, 0x46, 0, 1]).write(to: URL(fileURLWithPath: folder + "/b.yaml"))
      let found = diagnostics { try load([folder + "/x", folder, folder + "/y"]) }
      #expect(
        found.map { "\($0.location?.description.dropFirst(folder.count) ?? "") \($0.code)" } == [
          "/x:1:1 file", "/y:1:1 file", "/a.yaml:1:8 wrong-type", "/b.yaml:1:1 encoding",
        ])
    }
  }

  @Test("files of variables are found beside the manifest, wherever the tool runs")
  func relative() throws {
    try inFolder { folder in
      try write("s1\n", "\(folder)/secrets/p")
      try write(
        "users: [{ type: P, attributes: { username: a }, credentials: { p: \"${file:../secrets/p}\" } }]",
        "\(folder)/m/a.yaml")
      try write(
        "users: [{ type: P, attributes: { username: b }, credentials: { p: \"${file:\(folder)/secrets/p}\" } }]",
        "\(folder)/m/b.yaml")
      #expect(try load([folder + "/m"]).resources.flatMap(\.secrets).map { $0.secret.reveal() } == ["s1", "s1"])
    }
  }

  @Test("standard input is a manifest of its own name")
  func standardInput() throws {
    let manifest = try load(["-"], input: "users: [{ type: P, attributes: { username: a } }]")
    #expect(manifest.resources.map(\.location.description) == ["<stdin>:1:9"])
  }

  @Test("the digest follows names and bytes")
  func digest() throws {
    func digest(_ sources: [(String, String)]) throws -> String {
      try parsed(sources.map { (name: $0.0, text: $0.1) }).digest
    }
    let first = try digest([("a", "users: []")])
    #expect(try first == digest([("a", "users: []")]))
    #expect(
      try Set([
        first, digest([("b", "users: []")]), digest([("a", "users:  []")]), digest([("a", "users: []"), ("b", "")]),
      ])
      .count == 4)
  }
}
