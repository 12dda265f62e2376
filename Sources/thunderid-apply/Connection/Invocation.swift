import Foundation
import ThunderIDPlan

/// One call of the command: what was asked, and the world around it.
struct Invocation: Sendable {
  let command: String
  let options: Options
  let output: Output
  let environment: [String: String]
  let interruption: Interruption
  let progress: ProgressDisplay

  /// The manifest that the operands name.
  ///
  /// - Throws: `ManifestErrors`, `UsageError`.
  func manifest() throws -> Manifest {
    guard !options.operands.isEmpty else {
      throw UsageError(
        description: "which manifest?", hint: "give files or folders, or - for standard input")
    }
    var manifest = try load(options.operands)
    if let base = try baseManifest() { manifest = manifest.removing(leftoversOf: base) }
    return manifest
  }

  /// The older manifest that `--base` names.
  ///
  /// - Throws: `ManifestErrors`, `UsageError`.
  func baseManifest() throws -> Manifest? {
    let paths = options.all("base")
    return paths.isEmpty ? nil : try load(paths)
  }

  /// Whether the command is at its end when it has planned.
  private var onlyPlans: Bool { command != "apply" }

  private func load(_ paths: [String]) throws -> Manifest {
    let manifest = try ManifestLoader.load(paths: paths, variables: variables()) {
      try ManifestFiles.readStandardInput()
    }
    Kept.untilExit(manifest)
    return manifest
  }

  func variables() throws -> Variables {
    var given: [String: String] = [:]
    for file in options.all("var-file") {
      guard let text = String(validating: try ManifestFiles.read(file), as: UTF8.self) else {
        throw UsageError(description: "\(file) is not UTF-8 text")
      }
      for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
        let pair = try Invocation.pair(String(line), from: file)
        given[pair.0] = pair.1
      }
    }
    for text in options.all("var") {
      let pair = try Invocation.pair(text, from: "--var")
      given[pair.0] = pair.1
    }
    return Variables(given: given, environment: environment)
  }

  private static func pair(_ text: String, from source: String) throws -> (String, String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      // The text may be a secret: it is not shown.
      throw UsageError(description: "\(source) takes NAME=VALUE")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  func planOptions() throws -> PlanOptions {
    var result = PlanOptions()
    result.targets = try options.all("target").map(address)
    result.rotate = Set(try options.all("rotate").map(address))
    result.maxDeletes = options.int("max-deletes") ?? result.maxDeletes
    result.maxDeletePercent = options.int("max-delete-percent") ?? result.maxDeletePercent
    result.prunes = options.has("prune")
    result.showsUnmanaged = options.has("show-unmanaged")
    result.skipsRefused = options.has("skip-refused")
    return result
  }

  private func address(_ text: String) throws -> Address {
    guard let address = Address(text) else {
      throw UsageError(
        description: "'\(text)' is no address",
        hint: "addresses are KIND/IDENTITY, such as users/jane; kinds: \(Kinds.all.map(\.name).joined(separator: ", "))"
      )
    }
    return address
  }

  var parallelism: Int { options.int("parallelism") ?? 4 }
  /// Where journals and the lock are kept.
  var workingFolder: String { "." }

  /// Waits for writes of a run that ended while they were under way.
  func settle(_ record: JournalRecord, _ connection: Connection) async throws {
    defer { progress.end() }
    let patience = options.double("timeout") ?? Endpoint.defaultTimeout
    try await Settling(of: record, server: connection.server, patience: patience).wait { [output] writes, seconds in
      output.note(
        "Waiting up to \(seconds) s: the run ended with \(writes) \(writes == 1 ? "write" : "writes") under way, and the "
          + "server may still be at \(writes == 1 ? "it" : "them")")
    }
  }

  /// Reads the server and makes the plan.
  ///
  /// - Parameter edit: changes the options that the flags give.
  func plan(
    _ manifest: Manifest, _ connection: Connection, options edit: (inout PlanOptions) -> Void = { _ in }
  ) async throws -> Plan {
    if let wanted = manifest.server, wanted != connection.server.address {
      throw WrongServer(wanted: wanted, given: connection.server.address)
    }
    var planOptions = try planOptions()
    edit(&planOptions)
    for wanted in planOptions.targets + planOptions.rotate
    where !manifest.resources.contains(where: { $0.address == wanted }) {
      let near = Spelling.nearest(to: wanted.description, in: manifest.resources.map(\.address.description))
      throw UsageError(
        description: "the manifest declares no \(wanted)", hint: near.map { "did you mean \($0)?" })
    }
    let mode = options["read"].flatMap(ReadMode.init(rawValue:)) ?? .auto
    defer { progress.end() }
    var snapshot = try await SnapshotReader(
      server: connection.server, parallelism: parallelism, mode: mode, prunes: planOptions.prunes,
      showsUnmanaged: planOptions.showsUnmanaged,
      report: { [progress] phase, done, total in progress.reading(phase, done, total) }
    ).read(for: manifest)
    let deletions = Planner.deletions(manifest, against: snapshot, options: planOptions)
    try await ProtectionReader(
      server: connection.server, parallelism: parallelism, ownClientID: try await connection.ownClientID()
    ).read(for: deletions, into: &snapshot)
    let plan = try Planner.plan(manifest, against: snapshot, options: planOptions)
    if onlyPlans { Kept.untilExit((snapshot, plan)) }
    return plan
  }
}

/// The manifest, saved plan or run is for another server (exit code 5).
struct WrongServer: Error, CustomStringConvertible {
  let wanted: String
  let given: String
  var what = "manifest"

  var description: String { "the \(what) is for \(wanted), and --server is \(given)" }
}
