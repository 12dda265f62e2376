/// Where values come from that the command line does not give. Sources are asked in order; the first that has a value
/// wins, and the command line wins over all of them.
struct OptionSource: Sendable {
  /// A flag's value in a source.
  struct Entry: Sendable {
    /// One text, or several for a repeatable flag.
    let texts: [String]
    /// Where it stands, for messages: `THUNDERID_CA_FILE`, `profile staging at .thunderid-apply.yaml:4:5`.
    let label: String
  }

  let kind: Origin.Kind
  /// The flag's value in the source; nil where it has none.
  let entry: @Sendable (Flag) -> Entry?

  /// The environment twins: `--ca-file` is `THUNDERID_CA_FILE`. Empty variables count as not set.
  static func environment(_ variables: [String: String]) -> OptionSource {
    OptionSource(kind: .environment) { flag in
      guard let text = variables[flag.variable], !text.isEmpty else { return nil }
      return Entry(texts: flag.isRepeatable ? list(text) : [text], label: flag.variable)
    }
  }

  /// A list in one text: a line each, or else separated by commas.
  private static func list(_ text: String) -> [String] {
    text.split(separator: text.contains("\n") ? "\n" : ",").map(String.init)
  }
}

/// Where the value of a flag comes from.
struct Origin: Sendable, Hashable {
  enum Kind: String, Sendable, CaseIterable { case flag, environment, profile, `default` }

  let kind: Kind
  /// In words: `--ca-file`, `THUNDERID_CA_FILE`, `profile staging at .thunderid-apply.yaml:4:5`, `default`.
  let text: String

  static let byDefault = Origin(kind: .default, text: "default")
}
