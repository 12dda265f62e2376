/// What happens during a run, for people and programs that watch.
package enum ExecutionEvent: Sendable {
  case started(Step)
  case done(Step, id: String?, seconds: Double, note: String?)
  case failed(Step, message: String)
  case skipped(Step, reason: String)
  case stale(Step, reason: String)
  /// A secret that was made went to the file.
  case secretDelivered(Address, name: String, path: String)
}

/// How a run ended.
package struct ExecutionReport: Sendable {
  package var added = 0
  package var changed = 0
  package var destroyed = 0
  package var failed = 0
  package var skipped = 0
  package var stale = 0
  /// Whether a part of a failed step took effect.
  package var isPartial = false
  /// Why the run stopped before its end; nil where it did not.
  package var stopped: Stop?
  package var runID = ""
  package var journalPath = ""
  /// The file with the secrets that were made; nil where none was.
  package var secretsPath: String?

  /// What stops a run.
  package enum Stop: Sendable, Hashable {
    case interrupted
    case notAllowed(String)
    case unreachable(String)
    case journal(String)
  }

  package init() {}

  package var done: Int { added + changed + destroyed }

  /// What the shell is told; an interruption's own code is the command's.
  package var exitCode: ExitCode {
    if case .interrupted? = stopped { return .interrupted }
    let isAnythingDone = done > 0 || isPartial
    if isAnythingDone, stopped != nil || failed > 0 { return .partlyApplied }
    switch stopped {
    case .notAllowed?: return .notAllowed
    case .unreachable?: return .unreachable
    case .journal?: return .error
    default: break
    }
    if failed > 0 { return .error }
    if stale > 0 { return .stale }
    guard skipped > 0 else { return .done }
    return isAnythingDone ? .partlyApplied : .error
  }
}
