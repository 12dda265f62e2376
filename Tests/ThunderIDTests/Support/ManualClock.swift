import ThunderID

/// A clock that a test sets.
final class ManualClock: Sendable {
  private let now = Locked(0.0)

  var read: @Sendable () -> Double { { self.now.withLock { $0 } } }
  func advance(by seconds: Double) { now.withLock { $0 += seconds } }
}

/// A door that callers wait at until a test opens it.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
