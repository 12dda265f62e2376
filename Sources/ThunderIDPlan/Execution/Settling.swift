import ThunderID

/// Waits for writes that a run had under way when it ended: the server may still be at them. What is looked up before
/// they took effect would be sent a second time, or not be undone.
package struct Settling: Sendable {
  private let record: JournalRecord
  private let server: any Server
  private let patience: Double
  private let pause: @Sendable (Double) async throws -> Void

  /// - Parameters:
  ///   - patience: how many seconds after the run's last line a server may still be at a write.
  ///   - pause: waits so many seconds.
  package init(
    of record: JournalRecord, server: any Server, patience: Double,
    pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    self.record = record
    self.server = server
    self.patience = patience
    self.pause = pause
  }

  /// Returns when nothing is open any more, or the time is over.
  ///
  /// - Parameter tell: called once, where there is something to wait for, with how many writes and how many seconds.
  /// - Throws: `ThunderIDError`, `ListingError` where the server can't be read; `CancellationError`.
  package func wait(_ tell: (_ writes: Int, _ seconds: Int) -> Void) async throws {
    guard let age = record.age else { return }
    var left = patience - max(0, age)
    var open = record.steps.filter(record.isOpen)
    var isTold = false
    var interval = 0.1
    while left > 0 {
      var still: [Step] = []
      for step in open {
        if case .didNot = try await Ambiguity(server: server).resolve(step, body: body(of: step), key: record.head.key)
        {
          still.append(step)
        }
      }
      open = still
      guard !open.isEmpty else { return }
      if !isTold { tell(open.count, Int(left.rounded(.up))) }
      isTold = true
      let wait = min(interval, left)
      try await pause(wait)
      left -= wait
      interval = min(interval * 2, 2)
    }
  }

  /// What was sent, with the ids of what the run created.
  private func body(of step: Step) -> JSONValue? {
    step.pending.reduce(step.body) { body, reference in
      guard let target = record.steps.first(where: { $0.address == reference.target && $0.action == .create }),
        let id = record.states[target.id]?.liveID
      else { return body }
      return body?.setting(.string(id), at: reference.pointer)
    }
  }
}
