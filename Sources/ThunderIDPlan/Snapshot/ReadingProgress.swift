import ThunderID

/// Tells somebody who waits how far the reading of the server is.
package struct ReadingProgress: Sendable {
  /// What is read, how much of it has come, and how much there is, where that is known.
  package typealias Report = @Sendable (_ phase: String, _ done: Int, _ total: Int?) -> Void

  private let report: Report
  private let phase: String
  private let done: Locked<Int>

  /// Of nothing: nobody waits.
  static let none = ReadingProgress("", to: { _, _, _ in })

  init(_ phase: String, to report: @escaping Report) {
    self.phase = phase
    self.report = report
    done = Locked(0)
  }

  /// So many more have come.
  func add(_ count: Int, of total: Int?) {
    // Within the lock, so that reports come in order.
    done.withLock { done in
      done += count
      // Pages share a row with the one before.
      report(phase, min(done, total ?? done), total)
    }
  }
}
