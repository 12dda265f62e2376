import Foundation
import ThunderIDPlan

/// What settings count, and where each comes from.
struct DoctorSettings {
  struct Setting {
    let flag: Flag
    /// The value for people: secrets are only said to be set; nil where there is none.
    let shown: String?
    let origin: Origin
  }

  /// Settings of planning that are shown whether they are set or not.
  static let ofPlanning: Set<String> = ["max-deletes", "max-delete-percent", "read", "parallelism"]

  private(set) var all: [Setting] = []
  /// What is wrong with variables of this tool.
  private(set) var checks: [DoctorCheck] = []

  init(_ invocation: Invocation) {
    let shown = DoctorCommand.spec.flags.filter { !["help", "json-into"].contains($0.name) }
    all = shown.map { DoctorSettings.setting($0, invocation.options) }
    // What other commands would find in the environment and the profile.
    let names = Set(shown.map(\.name))
    for flag in ConfigReader.flags.values.sorted(by: { $0.name < $1.name }) where !names.contains(flag.name) {
      do {
        let options = try Options([], flags: [flag], sources: invocation.options.sources)
        if options.origin(of: flag.name) != .byDefault { all.append(DoctorSettings.setting(flag, options)) }
      } catch {
        // It is in the way of those commands only that have the flag.
        checks.append(.warning("variable \(flag.variable)", Failure(error).summary))
      }
    }
    let prefix = "THUNDERID_"
    let known = ConfigReader.flags.values.map { String($0.variable.dropFirst(prefix.count)) }
    for name in invocation.environment.keys.sorted() where name.hasPrefix(prefix) {
      let word = String(name.dropFirst(prefix.count))
      guard !known.contains(word), let near = Spelling.nearest(to: word, in: known) else { continue }
      checks.append(
        .warning("variable \(name)", "no setting has this variable", hint: "did you mean \(prefix)\(near)?"))
    }
  }

  private static func setting(_ flag: Flag, _ options: Options) -> Setting {
    let origin = options.origin(of: flag.name)
    if !options.has(flag.name) {
      let isOff = origin != .byDefault
      return Setting(flag: flag, shown: isOff ? "false" : fallback(flag), origin: origin)
    }
    let values = options.all(flag.name)
    let text = flag.takesValue ? values.joined(separator: ", ") : "true"
    return Setting(flag: flag, shown: flag.isSecret ? "set" : visible(text, flag), origin: origin)
  }

  private static func fallback(_ flag: Flag) -> String? {
    flag.name == "config" && !FileManager.default.fileExists(atPath: ConfigFile.name) ? nil : flag.fallback
  }

  /// A server's address may hold a password, although that will be refused.
  private static func visible(_ text: String, _ flag: Flag) -> String {
    flag.name == "server" && text.contains("@") && !text.hasPrefix(Endpoint.sandboxPrefix) ? "set, not shown" : text
  }
}
