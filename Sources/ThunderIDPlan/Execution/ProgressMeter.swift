/// How far something is, as a line of text. A value: whoever asks gives the time.
package struct ProgressMeter: Sendable {
  /// Seconds over which the rate is taken: long enough to be calm, short enough to notice a server that slows down.
  static let window = 15.0

  /// What is going on: `Reading users`, `Applying`.
  package let phase: String
  package private(set) var done = 0
  package private(set) var total: Int?
  package private(set) var failed = 0
  private var samples: [(time: Double, done: Int)]

  /// - Parameter total: how many there are; nil where nobody knows yet.
  package init(phase: String, total: Int? = nil, now: Double) {
    self.phase = phase
    self.total = total
    samples = [(now, 0)]
  }

  /// So many are done by now, of so many.
  package mutating func reached(_ done: Int, of total: Int?, failed: Int = 0, now: Double) {
    self.done = done
    self.total = total ?? self.total
    self.failed = failed
    // A few samples a second are enough.
    if let last = samples.last, samples.count > 1, now - last.time < 0.2 {
      samples[samples.count - 1].done = done
    } else {
      samples.append((now, done))
    }
    while samples.count > 2, now - samples[1].time > ProgressMeter.window { samples.removeFirst() }
  }

  /// `Applying: 340 of 2,000, 85/s, about 20 s left, 3 failed`
  package func line(now: Double) -> String {
    var text = "\(phase): \(ProgressMeter.grouped(done))"
    if let total { text += " of \(ProgressMeter.grouped(total))" }
    if let rate = rate(now: now), rate > 0 {
      text += rate >= 10 ? ", \(ProgressMeter.grouped(Int(rate.rounded())))/s" : ", \((rate * 10).rounded() / 10)/s"
      if let total, total > done { text += ", about \(ProgressMeter.duration(Double(total - done) / rate)) left" }
    }
    return failed == 0 ? text : text + ", \(ProgressMeter.grouped(failed)) not done"
  }

  private func rate(now: Double) -> Double? {
    guard let first = samples.first, now - first.time >= 1 else { return nil }
    return Double(done - first.done) / (now - first.time)
  }

  /// A count with commas between thousands.
  package static func grouped(_ count: Int) -> String {
    var text = String(abs(count))
    var place = text.count - 3
    while place > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
      place -= 3
    }
    return (count < 0 ? "-" : "") + text
  }

  /// Seconds as people say them: `40 s`, `4 min`, `2 h 10 min`.
  package static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "for ever" }
    let whole = Int(max(1, min(seconds.rounded(.up), 1e9)))
    if whole < 90 { return "\(whole) s" }
    let minutes = (whole + 30) / 60
    if minutes < 90 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
