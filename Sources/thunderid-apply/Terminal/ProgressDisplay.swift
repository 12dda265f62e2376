import Dispatch
import ThunderID
import ThunderIDPlan

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// Shows on standard error how far a command is: on a terminal a line that is written over, else a line every ten
/// seconds, for logs.
final class ProgressDisplay: Sendable {
  static let interval = 10.0

  private let meter = Locked<ProgressMeter?>(nil)
  private let isLive: Bool
  // Set once, and only kept.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  /// A display on a terminal that can write over a line, or for a log.
  convenience init(environment: [String: String]) {
    self.init(isLive: isatty(2) == 1 && environment["TERM"] != "dumb")
  }

  /// - Parameter isLive: whether standard error is a terminal that can write over a line.
  init(isLive: Bool) {
    self.isLive = isLive
    timer = DispatchSource.makeTimerSource(queue: .global())
    let period = isLive ? 0.1 : ProgressDisplay.interval
    timer.schedule(deadline: .now() + (isLive ? 0.5 : period), repeating: period)
    timer.setEventHandler { [weak self] in self?.tick() }
    timer.resume()
  }

  /// Something begins.
  func begin(_ phase: String, total: Int? = nil) {
    meter.withLock { $0 = ProgressMeter(phase: phase, total: total, now: MonotonicClock.seconds()) }
  }

  /// So much was read; what is read anew begins anew.
  func reading(_ phase: String, _ done: Int, _ total: Int?) {
    meter.withLock { meter in
      let now = MonotonicClock.seconds()
      if meter?.phase != phase || (meter?.done ?? 0) > done {
        meter = ProgressMeter(phase: phase, total: total, now: now)
      }
      meter?.reached(done, of: total, now: now)
    }
  }

  /// So many are done.
  func reached(_ done: Int, of total: Int? = nil, failed: Int = 0) {
    meter.withLock { $0?.reached(done, of: total, failed: failed, now: MonotonicClock.seconds()) }
  }

  /// Nothing more is shown.
  func end() {
    meter.withLock { $0 = nil }
    if isLive { Output.showLive("") }
  }

  private func tick() {
    guard let line = meter.withLock({ $0?.line(now: MonotonicClock.seconds()) }) else { return }
    if isLive {
      Output.showLive(VisibleText.escaped(line))
    } else {
      Output.write(VisibleText.escaped(line) + "\n", to: 2)
    }
  }
}
