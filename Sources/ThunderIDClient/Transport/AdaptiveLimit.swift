/// How many exchanges with a server may be under way, learnt from its answers: one more while the answers come as fast
/// as before, half as many when they come slower or the server says that it is too much. A value without a clock.
package struct AdaptiveLimit: Sendable {
  /// Answers that take this many times as long as with few exchanges under way are slow.
  static let slowness = 3.0
  /// Below this many seconds nobody calls an answer slow: a machine that is busy for a moment does as much.
  static let floor = 0.05
  /// How many answers make a judgement.
  static let window = 16

  /// What may be under way at most.
  package let most: Int
  /// What may be under way now.
  package private(set) var current: Int
  private var classes: [String: Latency] = [:]
  private var sinceGrowth = 0
  private var sinceHalving = 0
  /// How many exchanges were under way at the last halving: what comes of them says nothing new.
  private var former = 0

  /// How long answers of one sort take.
  private struct Latency: Sendable {
    var recent: [Double] = []
    /// The middle of the fastest window.
    var usual: Double?
    /// Whether the last window was slow and the limit was halved for it.
    var isSuspect = false
  }

  /// - Parameter most: at least 1; the limit begins with it up to 8, and grows from there.
  package init(most: Int) {
    self.most = max(1, most)
    current = min(self.most, 8)
  }

  /// An answer came.
  ///
  /// - Parameters:
  ///   - sort: what was asked: answers are compared with those of their sort.
  ///   - seconds: how long it took.
  package mutating func answered(_ sort: String, after seconds: Double) {
    sinceGrowth += 1
    sinceHalving += 1
    var latency = classes[sort] ?? Latency()
    latency.recent.append(seconds)
    if latency.recent.count == AdaptiveLimit.window {
      let middle = latency.recent.sorted()[AdaptiveLimit.window / 2]
      latency.recent = []
      judge(middle, &latency)
    }
    classes[sort] = latency
    if sinceGrowth >= max(current, 4), current < most, !classes.values.contains(where: \.isSuspect) {
      current += 1
      sinceGrowth = 0
    }
  }

  /// The server said that it is too much (429, 503).
  package mutating func refused() {
    sinceHalving += 1
    if sinceHalving > former { halve() }
  }

  private mutating func judge(_ middle: Double, _ latency: inout Latency) {
    guard let usual = latency.usual else {
      latency.usual = middle
      return
    }
    guard middle > max(usual * AdaptiveLimit.slowness, AdaptiveLimit.floor) else {
      latency.usual = min(usual, middle)
      latency.isSuspect = false
      return
    }
    if latency.isSuspect {
      // Fewer at once made it no faster: it is not this client that slows the server down.
      latency.usual = middle
      latency.isSuspect = false
    } else {
      latency.isSuspect = true
      halve()
    }
  }

  private mutating func halve() {
    former = current
    current = max(1, current / 2)
    sinceGrowth = 0
    sinceHalving = 0
  }
}
