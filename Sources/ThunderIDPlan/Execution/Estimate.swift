/// How long a run will take, roughly, so that nobody wonders whether it hangs.
package struct Estimate: Sendable, Equatable {
  /// Seconds of a server of two cores for one write, whatever the lanes: creates and replaces at some 300 a second, and
  /// what hashes a password or client secret at some 9 (measured on ThunderID 1.0.0).
  static let plainWrite = 0.004
  static let hashingWrite = 0.11
  /// Below this many seconds nobody asks.
  static let worthSaying = 10.0

  package var seconds: Double
  /// How many writes hash a password or a client secret.
  package var hashing: Int
  package var count: Int

  package init(of steps: [Step]) {
    count = steps.count
    hashing = steps.count { Kinds.named($0.address.kind)?.hashesSecret($0) == true }
    seconds = Double(count - hashing) * Estimate.plainWrite + Double(hashing) * Estimate.hashingWrite
  }

  /// A line for people; nil where it is not worth one.
  package var text: String? {
    guard seconds >= Estimate.worthSaying else { return nil }
    let what = "\(ProgressMeter.grouped(count)) \(count == 1 ? "write" : "writes")"
    let slow = hashing == 0 ? "" : ", \(ProgressMeter.grouped(hashing)) of them with a password or secret to hash"
    return "This will take about \(ProgressMeter.duration(seconds)): \(what)\(slow)."
  }
}
