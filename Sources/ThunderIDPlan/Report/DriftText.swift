import ThunderID

/// How the causes of drift read.
enum DriftText {
  /// The cause of one difference, and what was declared before where that is neither side of it.
  static func reason(_ finding: DriftCauses.Finding) -> String {
    finding.cause.words
      + (finding.former.map { "; declared before: " + ValueText.shortened(ValueText.text($0), to: 200) } ?? "")
  }

  static func summary(_ counts: [(cause: DriftCause, count: Int)]) -> String {
    "Why: " + counts.map { "\($0.cause.words): \($0.count)" }.joined(separator: "; ") + "."
  }
}
