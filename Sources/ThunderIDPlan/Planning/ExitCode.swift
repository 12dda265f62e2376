/// What the command tells the shell; "could not look" is never "no drift".
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case error = 1
  case changes = 2
  case partlyApplied = 3
  case stale = 4
  case refused = 5
  case notAllowed = 6
  case unreachable = 7
  case manifestInvalid = 8
  case usage = 64
  case interrupted = 130
  case terminated = 143

  /// The word for it in JSON documents.
  package var name: String {
    switch self {
    case .partlyApplied: "partly-applied"
    case .notAllowed: "not-allowed"
    case .manifestInvalid: "manifest-invalid"
    default: "\(self)"
    }
  }
}
