import Foundation
import ThunderIDPlan

/// Sees to it that no file which a command writes is one that it reads or writes under another name: a slip of the pen
/// must not cost anybody a manifest.
enum OutputPaths {
  /// - Throws: `UsageError`, before anything is read or written.
  static func check(_ options: Options, _ flags: [Flag]) throws {
    let written = flags.filter { $0.isWritten && options.has($0.name) }
    guard !written.isEmpty else { return }
    var seen = inputs(options, flags)
    for flag in written {
      let path = options[flag.name] ?? ""
      guard path != "-" else {
        throw UsageError(
          description: "--\(flag.name) takes a file, found '-'", hint: "/dev/stdout is standard output's name")
      }
      guard let name = name(of: path) else { continue }
      if let other = seen[name] {
        throw UsageError(
          description: "--\(flag.name) would overwrite '\(path)', which is \(other)", hint: "name another file")
      }
      seen[name] = "what --\(flag.name) writes"
    }
  }

  /// Whether a word of a command line that is not understood, or a variable, may mean that file.
  static func isNamed(
    _ path: String, besides flag: String, in words: [String], _ environment: [String: String]
  ) -> Bool {
    guard let file = name(of: path) else { return false }
    var others = environment.filter { $0.key.hasPrefix("THUNDERID_") && $0.key != Flag(flag, "").variable }.map(\.value)
    var isValue = false
    for word in words {
      defer { isValue = word == "--\(flag)" }
      if isValue || word.hasPrefix("--\(flag)=") { continue }
      others.append(word)
      if let equals = word.firstIndex(of: "=") { others.append(String(word[word.index(after: equals)...])) }
    }
    return others.contains { word in
      let word = word.hasPrefix(Endpoint.sandboxPrefix) ? String(word.dropFirst(Endpoint.sandboxPrefix.count)) : word
      return !word.isEmpty && files(word).contains { name(of: $0) == file }
    }
  }

  private static func files(_ path: String) -> [String] { (try? ManifestFiles.expand(path)) ?? [path] }

  /// The files that are read, by their real names.
  private static func inputs(_ options: Options, _ flags: [Flag]) -> [String: String] {
    var found: [String: String] = [:]
    func note(_ path: String, _ what: String) {
      for file in files(path) where file != "-" {
        if let name = name(of: file) { found[name] = what }
      }
    }
    for path in options.operands { note(path, "read here") }
    for flag in flags where flag.isPath && !flag.isWritten {
      for path in options.all(flag.name) { note(path, "what --\(flag.name) names") }
    }
    if let server = options["server"], server.hasPrefix(Endpoint.sandboxPrefix) {
      note(String(server.dropFirst(Endpoint.sandboxPrefix.count)), "the state of the sandbox")
    }
    return found
  }

  /// One name for one ordinary file, links followed; nil for a device, a pipe or a stream, which several may share.
  private static func name(of path: String) -> String? {
    guard case .file(let real, _)? = try? FilePlace(path) else { return nil }
    // The file may be still to be made: its folder has the real name.
    let url = URL(fileURLWithPath: real)
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
  }
}
