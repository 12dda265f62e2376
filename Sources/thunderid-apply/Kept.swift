import ThunderID

/// Values that live until the process ends: to take 100,000 records apart for nothing costs a tenth of a run.
enum Kept {
  private static let values = Locked<[any Sendable]>([])

  static func untilExit(_ value: some Sendable) { values.withLock { $0.append(value) } }
}
