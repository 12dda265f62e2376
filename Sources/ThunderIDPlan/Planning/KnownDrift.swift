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
    /// Accepted findings that are no more.
    package var gone: [Entry] = []

    package var isQuiet: Bool { counting.isEmpty && gone.isEmpty }
  }

  /// - Parameter today: the day, `2026-12-01`.
  package func compare(_ steps: [Step], today: String) -> Comparison {
    var result = Comparison()
    let known = Dictionary(entries.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })
    var seen: Set<String> = []
    for step in steps {
      let address = step.address.description
      seen.insert(address)
      guard let entry = known[address] else {
        result.counting.append(step)
        continue
      }
      let isCurrent = entry.until.map { $0 >= today } ?? true
      if entry.fingerprint == KnownDrift.fingerprint(step), isCurrent {
        result.accepted += 1
      } else {
        result.counting.append(step)
        if isCurrent { result.changed += 1 }
      }
    }
    result.gone = entries.filter { !seen.contains($0.address) }
    return result
  }

  /// Everything that drifts now as accepted; terms and reasons of what stays the same are kept.
  package func accepting(_ steps: [Step]) -> KnownDrift {
    KnownDrift(
      entries: steps.map { step in
        let address = step.address.description
        let fingerprint = KnownDrift.fingerprint(step)
        let former = entries.first { $0.address == address && $0.fingerprint == fingerprint }
        return Entry(
          address: address, action: step.action.rawValue, fingerprint: fingerprint, until: former?.until,
          reason: former?.reason)
      })
  }

  /// The same for the same drift, whenever and wherever it is looked at; shows no value.
  package static func fingerprint(_ step: Step) -> String {
    let changes = step.changes.map { change in
      [change.path.description, change.before?.text(.sortedKeys) ?? "-", change.after?.text(.sortedKeys) ?? "-"]
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

  /// The accepted drift of a file's text.
  ///
  /// - Throws: `PlanFileError` where it is none: then nothing is known, and nothing may be called quiet.
  package init(parsing bytes: [UInt8]) throws {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw PlanFileError(description: "the known drift is not JSON: \(error)")
    }
    guard json["formatVersion"]?.intValue == KnownDrift.formatVersion, let findings = json["findings"]?.arrayValue
    else {
      throw PlanFileError(description: "the known drift has no findings of version \(KnownDrift.formatVersion)")
    }
    entries = try findings.map { finding in
      guard let address = finding["address"]?.stringValue, let fingerprint = finding["fingerprint"]?.stringValue else {
        throw PlanFileError(description: "a finding of the known drift lacks its address or fingerprint")
      }
      return Entry(
        address: address, action: finding["action"]?.stringValue ?? "", fingerprint: fingerprint,
        until: finding["until"]?.stringValue, reason: finding["reason"]?.stringValue)
    }
  }
}
