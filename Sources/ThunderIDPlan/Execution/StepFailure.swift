import ThunderID

/// Why a step was not done, or not wholly.
struct StepFailure: Error {
  var outcome: JournalEntry.Outcome
  var message: String
  /// Why the whole run must stop, where it must.
  var stop: ExecutionReport.Stop?
  /// Whether a part of the step took effect before.
  var isPartial = false
  /// Whether the server says that somebody has the unique value already.
  var isTaken = false

  /// The failure that an error means.
  ///
  /// - Parameter isPartial: whether an earlier write of the step took effect.
  init(_ error: any Error, of step: Step, isPartial: Bool = false) {
    switch error {
    case let failure as StepFailure: self = failure
    case let error as ThunderIDError:
      self.init(
        outcome: error.mayHaveTakenEffect ? .unknown : .failed, message: error.description,
        stop: ExecutionReport.Stop(error))
      isTaken = error.isTaken
    case let error as FileError:
      // The line before a write: nothing was sent.
      self.init(outcome: .failed, message: error.description, stop: .journal(error.description))
    case is CancellationError: self.init(outcome: .unknown, message: "interrupted", stop: .interrupted)
    default: self.init(outcome: .unknown, message: "\(error)", stop: nil)
    }
    message = step.masking(message)
    if isPartial {
      self.isPartial = true
      outcome = .unknown
      message += " (its other fields were changed before that)"
    }
  }

  /// The run stopped when all was ready for the write.
  static let notSent = StepFailure(outcome: .skipped, message: "the run stopped before it", stop: nil)

  init(outcome: JournalEntry.Outcome, message: String, stop: ExecutionReport.Stop?) {
    self.outcome = outcome
    self.message = message
    self.stop = stop
  }
}

extension ExecutionReport.Stop {
  /// Why a run stops at an error: no other step would fare better. nil where others may.
  init?(_ error: ThunderIDError) {
    switch error.code {
    case .authenticationFailed, .forbidden: self = .notAllowed(error.description)
    case .networkError, .requestTimeout: self = .unreachable(error.description)
    default: return nil
    }
  }
}

extension ThunderIDError {
  /// Whether the server says that somebody has the unique value already.
  package var isTaken: Bool {
    code == .conflict || ["APP-1020", "APP-1021"].contains(serverCode ?? "")
  }
}

extension Step {
  /// A text of the server without the step's secrets. Sensitivity goes by origin everywhere else; what a server puts
  /// into its complaints is not ours, and it may repeat what it was sent.
  func masking(_ text: String) -> String {
    secrets.reduce(text) { text, field in
      let value = field.secret.reveal()
      // Masking every "a" would hide the complaint, not the secret.
      return value.utf8.count < 4
        ? text
        : text.split(separator: value, omittingEmptySubsequences: false)
          .joined(separator: Secret.mask)
    }
  }
}
