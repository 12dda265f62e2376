/// Where values come from that the command line does not give. Sources are asked in order; the first that has a value
/// wins, and the command line wins over all of them.
struct OptionSource: Sendable {
  /// How the source calls the flag, for messages: `THUNDERID_CA_FILE`.
  let label: @Sendable (Flag) -> String
  /// The flag's text in the source; nil where it has none.
  let text: @Sendable (Flag) -> String?

  /// The environment twins: `--ca-file` is `THUNDERID_CA_FILE`. Empty variables count as not set.
  static func environment(_ variables: [String: String]) -> OptionSource {
    OptionSource(label: \.variable) { flag in
      variables[flag.variable].flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
