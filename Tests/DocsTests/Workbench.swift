import Foundation

/// A temporary folder like a fresh clone with the command on the PATH and a file sandbox as the server.
struct Workbench: ~Copyable {
  let folder: URL

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("thunderid-docs-\(UUID().uuidString)")
    try files.createDirectory(at: folder.appendingPathComponent(".bin"), withIntermediateDirectories: true)
    try files.createSymbolicLink(
      at: folder.appendingPathComponent(".bin/thunderid-apply"), withDestinationURL: Project.command)
    for name in ["examples", "scripts"] {
      try files.copyItem(at: Project.root.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a script by bash with -euo pipefail; all that it prints comes back with its exit code.
  ///
  /// It suspends while it waits: a test that blocks its thread would starve the others of a small machine.
  ///
  /// - Parameter more: variables beside those of the bench, or in their place; an empty one is taken away.
  func run(_ script: String, _ more: [String: String] = [:]) async throws -> (code: Int32, output: String) {
    let output = folder.appendingPathComponent(".output")
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-euo", "pipefail", "-c", script]
    process.currentDirectoryURL = folder
    process.environment = environment.merging(more) { $1 }.filter { !$0.value.isEmpty }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    try file.close()
    return (process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }

  func write(_ text: String, to path: String, mode: Int = 0o600) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  private var environment: [String: String] {
    var values = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("THUNDERID_") }
    values["PATH"] = folder.appendingPathComponent(".bin").path + ":" + (values["PATH"] ?? "/usr/bin:/bin")
    values["HOME"] = folder.path
    values["NO_COLOR"] = "1"
    values["THUNDERID_SERVER"] = "sandbox:sandbox.json"
    return values
  }
}
