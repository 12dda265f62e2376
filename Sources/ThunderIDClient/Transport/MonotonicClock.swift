/// Seconds that only go forward, counted from the first look.
package enum MonotonicClock {
  private static let start = ContinuousClock.now

  /// The seconds since the first look; they go on while the machine sleeps.
  @Sendable package static func seconds() -> Double {
    let elapsed = ContinuousClock.now - start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
  }
}
