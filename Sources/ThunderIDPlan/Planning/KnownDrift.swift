import Foundation
import ThunderID

/// Drift that somebody has looked at and accepted (`drift --known FILE --accept`): only what is new, changed or gone
/// since then counts.
package struct KnownDrift: Sendable, Hashable {
  package static let formatVersion = 1

  /// One accepted finding.
  package struct Entry: Sendable, Hashable {
    package var address: String
    package var action: String
    /// Names this very drift: the address, what would be done and every value of it.
    package var fingerprint: String
    /// The last day on which it is accepted, `2026-12-31`; nil means for ever.
    package var until: String?
    package var reason: String?

    func isCurrent(_ today: String) -> Bool { until.map { $0 >= today } ?? true }
  }

  package var entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries }

  /// How present drift compares with the known one.
  package struct Comparison: Sendable {
    /// The steps that count: new, changed, or accepted no longer.
    package var counting: [Step] = []
    /// How many of those were known with other values.
    package var changed = 0
    /// How many are as accepted.
    package var accepted = 0
    /// How many of the counting ones were accepted up to a day that is over.
    package var expired = 0
    /// Accepted findings that are no more.
    package var gone: [Entry] = []

    package var isQuiet: Bool { counting.isEmpty && gone.isEmpty }
  }

  /// - Parameters:
  ///   - today: the day, `2026-12-01`.
  ///   - targets: the only addresses that were looked at; none means all. Of others nothing is said.
  package func compare(_ steps: [Step], today: String, targets: [Address] = []) -> Comparison {
    var result = Comparison()
    let known = Dictionary(entries.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
    for step in steps {
      guard let entry = known[step.address.description] else {
        result.counting.append(step)
        continue
      }
      let isCurrent = entry.isCurrent(today)
      if entry.fingerprint == KnownDrift.fingerprint(step), isCurrent, KnownDrift.isAcceptable(step) {
        result.accepted += 1
      } else {
        result.counting.append(step)
        if isCurrent { result.changed += 1 } else { result.expired += 1 }
      }
    }
    result.gone = untouched(by: steps).filter { KnownDrift.isLookedAt($0, targets) }
    return result
  }

  /// Everything that drifts now as accepted, and what was accepted of what was not looked at. Reasons of what stays the
  /// same are kept, terms unless they are over.
  package func accepting(_ steps: [Step], today: String, targets: [Address] = []) -> KnownDrift {
    let accepted = steps.filter(KnownDrift.isAcceptable).map { step in
      let address = step.address.description
      let fingerprint = KnownDrift.fingerprint(step)
      let former = entries.last { $0.address == address && $0.fingerprint == fingerprint }
      let isCurrent = former?.isCurrent(today) ?? false
      return Entry(
        address: address, action: step.action.rawValue, fingerprint: fingerprint,
        until: isCurrent ? former?.until : nil, reason: former?.reason)
    }
    return KnownDrift(entries: untouched(by: steps).filter { !KnownDrift.isLookedAt($0, targets) } + accepted)
  }

  /// Whether its next change could be told from this one: a value that may not be shown is not in the fingerprint, since
  /// short ones could be guessed from it.
  package static func isAcceptable(_ step: Step) -> Bool {
    step.action != .update || !step.changes.contains(where: \.isSensitive)
  }

  private func untouched(by steps: [Step]) -> [Entry] {
    let seen = Set(steps.map(\.address.description))
    return entries.filter { !seen.contains($0.address) }
  }

  private static func isLookedAt(_ entry: Entry, _ targets: [Address]) -> Bool {
    targets.isEmpty || targets.contains { $0.description.hasSameBytes(as: entry.address) }
  }

  /// The same for the same drift, whenever and wherever it is looked at; shows no value.
  package static func fingerprint(_ step: Step) -> String {
    let rules = Kinds.named(step.address.kind)?.rules ?? []
    let changes = step.changes.map { change in
      let isSet = FieldRule.Shape.object(rules).isSet(at: change.path)
      func text(_ value: JSONValue?) -> String {
        // The order of a set means nothing.
        guard isSet, let elements = value?.arrayValue else { return value?.text(.sortedKeys) ?? "-" }
        return JSONValue.array(elements.sorted { $0.text(.sortedKeys) < $1.text(.sortedKeys) }).text(.sortedKeys)
      }
      return [change.path.description, text(change.before), text(change.after)]
        .joined(separator: "\u{1f}")
    }.sorted()
    let text = ([step.address.description, step.action.rawValue] + changes).joined(separator: "\u{1e}")
    return Digest.sha256(text.utf8)
  }

  /// The text of the file.
  package var json: JSONValue {
    [
      "formatVersion": .number(JSONNumber(KnownDrift.formatVersion)),
      "findings": .array(
        entries.map { entry in
          var members = JSONObject([
            ("address", .string(entry.address)), ("action", .string(entry.action)),
            ("fingerprint", .string(entry.fingerprint)),
          ])
          members["until"] = entry.until.map { .string($0) }
          members["reason"] = entry.reason.map { .string($0) }
          return .object(members)
        }),
    ]
  }
}
