import Foundation
import ThunderIDPlan

/// The file of profiles: settings that a folder of manifests keeps beside them, so that nobody has to type them.
///
///     defaultProfile: staging
///     profiles:
///       staging: { server: https://staging.example.com, client-id: ci, client-secret-file: secret }
struct ConfigFile: Sendable {
  /// One profile: values of flags, each with its place.
  struct Profile: Sendable {
    struct Setting: Sendable {
      let texts: [String]
      let place: SourceLocation
    }

    let name: String
    let place: SourceLocation
    /// By the name of the flag.
    let settings: [String: Setting]

    /// The profile as what stands behind flags and environment.
    var source: OptionSource {
      OptionSource(kind: .profile) { flag in
        // So that it can be told which profile counts where only the file says so.
        if flag.name == "profile" { return .init(texts: [name], label: "profile \(name) at \(place)") }
        return settings[flag.name].map { .init(texts: $0.texts, label: "profile \(name) at \($0.place)") }
      }
    }
  }

  /// The file that is looked for in the working folder.
  static let name = ".thunderid-apply.yaml"

  /// In the order of the file.
  let profiles: [Profile]
  let defaultProfile: String?

  /// The profile that the options ask for, in the file that they name or else the folder's; nil where there is neither
  /// a profile asked for nor one by default.
  ///
  /// - Throws: `ConfigErrors` for what is wrong in the file, `UsageError` for a file or profile that is not there.
  static func profile(for options: Options) throws -> Profile? {
    let named = options["config"]
    let path = named ?? name
    // A link that leads nowhere is no absence: its settings would be missed without a word.
    let isThere = (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    guard named != nil || isThere else {
      if let profile = options["profile"] {
        throw UsageError(
          description: "there is no \(name) here to take profile '\(profile)' from", hint: "name the file with --config"
        )
      }
      return nil
    }
    let bytes: [UInt8]
    do {
      bytes = try ManifestFiles.read(path)
    } catch {
      throw UsageError(description: named == nil ? "\(error)" : "\(options.origin(of: "config").text): \(error)")
    }
    return try ConfigReader.read(bytes, file: path, mayRunCommands: named != nil).profile(
      options["profile"], file: path)
  }

  private func profile(_ wanted: String?, file: String) throws -> Profile? {
    guard let name = wanted ?? defaultProfile else { return nil }
    if let profile = profiles.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return profile }
    let names = profiles.map(\.name)
    let near = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
    throw UsageError(
      description: "\(file) has no profile '\(name)'",
      hint: near ?? (names.isEmpty ? nil : "it has: \(names.joined(separator: ", "))"))
  }
}

/// All that is wrong with the file of profiles (exit code 64).
struct ConfigErrors: Error {
  let diagnostics: [Diagnostic]
}
