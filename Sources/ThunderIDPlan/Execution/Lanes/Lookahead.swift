import ThunderID

/// How many steps are under way at once: one for each lane, and as many more as the server takes in a moment, so that
/// one flush of the journal to the disk serves several writes. On a slow server that is none, and what was looked at
/// right before a write is never older than that moment.
struct Lookahead {
  /// Seconds of the server's work that may wait for it in the journal.
  static let moment = 0.02
  static let most = 60

  private let lanes: Int
  private let clock: @Sendable () -> Double
  private var last: Double?
  /// Seconds from one end of a step to the next.
  private var interval = 1.0

  init(lanes: Int, clock: @escaping @Sendable () -> Double = MonotonicClock.seconds) {
    self.lanes = lanes
    self.clock = clock
  }

  /// A step has ended.
  mutating func tookOne() {
    let now = clock()
    if let last { interval += (now - last - interval) / 8 }
    last = now
  }

  /// How many may be under way beside so many that are. Those ahead start several at a time: one by one, each would have
  /// the journal flushed for itself.
  func room(beside running: Int) -> Int {
    let width = width
    return running <= width - max(1, (width - lanes) / 2) ? width : running
  }

  var width: Int {
    // Whoever asks for one lane wants one thing after the other.
    lanes == 1 ? 1 : lanes + min(Lookahead.most, Int(Lookahead.moment / max(interval, 1e-6)))
  }
}
