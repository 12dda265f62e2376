import Foundation
import ThunderIDPlan

/// Reads the file of profiles and finds everything that is wrong with it at once.
///
/// No line of the file is ever quoted: somebody may have put a secret where none may stand.
struct ConfigReader {
  private let file: String
  private let mayRunCommands: Bool
  private var diagnostics: [Diagnostic] = []

  /// - Parameter mayRunCommands: whether a profile may name a command: a file that merely lies in the folder may not
  ///   make a program run.
  /// - Throws: `ConfigErrors`.
  static func read(_ bytes: [UInt8], file: String, mayRunCommands: Bool) throws -> ConfigFile {
    var reader = ConfigReader(file: file, mayRunCommands: mayRunCommands)
    let yaml = YAMLParser.read(bytes)
    for fault in yaml.faults { reader.report(fault.code, fault.message, at: fault.mark, hint: fault.hint) }
    let config = reader.config(yaml.documents)
    guard reader.diagnostics.isEmpty else { throw ConfigErrors(diagnostics: reader.diagnostics) }
    return config
  }

  /// Every flag by its name. Of flags of one name in several commands each takes the same kind of value.
  static let flags = Dictionary(
    Main.commands.flatMap(\.flags).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Flags that a profile can't hold.
  private static let excluded: Set<String> = ["help", "config", "profile", "token"]

  /// The flags that a profile may hold, by name.
  static var settable: [Flag] {
    flags.values.filter { !excluded.contains($0.name) }.sorted { $0.name < $1.name }
  }

  /// Keys whose value would be a secret, and what to write instead.
  private static let secrets: [String: String] = [
    "token": "name a file with token-file, or set THUNDERID_TOKEN",
    "client-secret": "name a file with client-secret-file",
    "client-key": "name a file with client-key-file",
    "password": "name a file with client-secret-file",
  ]

  private init(file: String, mayRunCommands: Bool) {
    self.file = file
    self.mayRunCommands = mayRunCommands
  }

  private func place(_ mark: YAMLMark) -> SourceLocation {
    SourceLocation(file: file, line: Int(mark.line), column: Int(mark.column))
  }

  private mutating func report(_ code: String, _ message: String, at mark: YAMLMark, hint: String? = nil) {
    diagnostics.append(Diagnostic(code: code, location: place(mark), message: message, hint: hint))
  }

  private mutating func config(_ documents: [YAMLNode]) -> ConfigFile {
    var profiles: [ConfigFile.Profile] = []
    var defaultProfile: (name: String, mark: YAMLMark)?
    if documents.count > 1 { report("shape", "the file holds one document", at: documents[1].mark) }
    for pair in mapping(documents.first, "the file holds the keys profiles and defaultProfile") {
      switch ConfigReader.kebab(pair.key) {
      case "profiles":
        for profile in mapping(pair.value, "profiles: is a mapping of names to settings") {
          profiles.append(self.profile(profile))
        }
      case "default-profile":
        if let name = pair.value.scalar, !pair.value.isNull {
          defaultProfile = (name, pair.value.mark)
        } else {
          report("shape", "\(pair.key) is the name of a profile", at: pair.value.mark)
        }
      default: unknown(pair, in: ["profiles", "default-profile"])
      }
    }
    if let (name, mark) = defaultProfile, !profiles.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      let near = Spelling.nearest(to: name, in: profiles.map(\.name))
      report(
        "unknown-profile", "there is no profile '\(name)'", at: mark, hint: near.map { "did you mean '\($0)'?" })
    }
    return ConfigFile(profiles: profiles, defaultProfile: defaultProfile?.name)
  }

  private mutating func mapping(_ node: YAMLNode?, _ expected: String) -> [YAMLPair] {
    guard let node, !node.isNull else { return [] }
    if let pairs = node.pairs { return pairs }
    report("shape", "\(expected), found \(node.word)", at: node.mark)
    return []
  }

  private mutating func unknown(_ pair: YAMLPair, in known: [String]) {
    let near = Spelling.nearest(to: ConfigReader.kebab(pair.key), in: known)
    let isCamel = pair.key.contains(where: \.isUppercase) || known.contains("profiles")
    report(
      "unknown-key", "unknown key '\(pair.key)'", at: pair.keyMark,
      hint: near.map { "did you mean '\(isCamel ? ConfigReader.camel($0) : $0)'?" })
  }

  private mutating func profile(_ pair: YAMLPair) -> ConfigFile.Profile {
    var settings: [String: ConfigFile.Profile.Setting] = [:]
    for setting in mapping(pair.value, "a profile is a mapping of flag names to values") {
      let name = ConfigReader.kebab(setting.key)
      if let hint = ConfigReader.secrets[name] {
        report("secret", "a secret must not stand in this file: \(setting.key)", at: setting.keyMark, hint: hint)
        continue
      }
      guard !ConfigReader.excluded.contains(name) else {
        report("not-in-profile", "'\(setting.key)' can't stand in a profile", at: setting.keyMark)
        continue
      }
      guard let flag = ConfigReader.flags[name] else {
        unknown(setting, in: ConfigReader.settable.map(\.name))
        continue
      }
      guard mayRunCommands || name != "client-secret-command" else {
        report(
          "not-in-profile", "'\(setting.key)' may not stand in a file that is only found in the folder",
          at: setting.keyMark, hint: "name the file with --config or THUNDERID_CONFIG")
        continue
      }
      if let former = settings[name] {
        report(
          "duplicate-key", "'\(setting.key)' is given twice: also in line \(former.place.line)", at: setting.keyMark)
      }
      guard let texts = texts(setting, flag) else { continue }
      settings[name] = .init(texts: texts.map { resolved($0, flag) }, place: place(setting.keyMark))
    }
    return ConfigFile.Profile(name: pair.key, place: place(pair.keyMark), settings: settings)
  }

  /// The value of a setting; nil after faults.
  private mutating func texts(_ setting: YAMLPair, _ flag: Flag) -> [String]? {
    let nodes = setting.value.elements ?? [setting.value]
    if setting.value.elements != nil, !flag.isRepeatable {
      report("shape", "\(setting.key) takes one value, found a list", at: setting.value.mark)
      return nil
    }
    var texts: [String] = []
    for node in nodes {
      guard let text = node.scalar, !node.isNull, node.tag == nil else {
        let (expected, found) = (flag.takesValue ? "value" : "yes or no", node.tag == nil ? node.word : "a tag")
        report("shape", "\(setting.key) takes a \(expected), found \(found)", at: node.mark)
        return nil
      }
      do {
        try Options.check(text, flag, setting.key)
        texts.append(text)
      } catch let error as UsageError {
        report("value", error.description, at: node.mark, hint: error.hint)
        return nil
      } catch {
        return nil
      }
    }
    return texts
  }

  /// A path counts from the file that it stands in, wherever the command runs.
  private func resolved(_ text: String, _ flag: Flag) -> String {
    let prefix = Endpoint.sandboxPrefix
    if flag.name == "server", text.hasPrefix(prefix) { return prefix + relative(String(text.dropFirst(prefix.count))) }
    return flag.isPath ? relative(text) : text
  }

  private func relative(_ path: String) -> String {
    let folder = FilePath.folder(of: file)
    if folder.isEmpty || path.isEmpty || path == "-" || path.hasPrefix("/") { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// `caFile` as `ca-file`.
  static func kebab(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase && !$0.isEmpty ? "-" + $1.lowercased() : String($1) }
  }

  /// `ca-file` as `caFile`.
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
