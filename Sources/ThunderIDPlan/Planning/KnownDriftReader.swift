import Foundation
import ThunderID

extension KnownDrift {
  private static let keys = ["address", "action", "fingerprint", "until", "reason"]

  /// The accepted drift of a file's text. People write terms and reasons into it by hand, so every slip is an error: a
  /// term that is no day would never come to its end.
  ///
  /// - Throws: `PlanFileError` where it is none: then nothing is known, and nothing may be called quiet.
  package init(parsing bytes: [UInt8]) throws {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw PlanFileError(description: "it is not JSON: \(error)")
    }
    guard json["formatVersion"]?.intValue == KnownDrift.formatVersion, let findings = json["findings"]?.arrayValue
    else {
      throw PlanFileError(description: "it has no findings of version \(KnownDrift.formatVersion)")
    }
    self.init(entries: try findings.enumerated().map { try KnownDrift.entry($1, "finding \($0 + 1)") })
  }

  private static func entry(_ json: JSONValue, _ name: String) throws -> Entry {
    guard let members = json.objectValue, let address = json["address"]?.stringValue,
      let fingerprint = json["fingerprint"]?.stringValue
    else {
      throw PlanFileError(description: "\(name) lacks its address or fingerprint")
    }
    let name = "\(name) (\(VisibleText.escaped(shortened(address))))"
    for (key, _) in members where !keys.contains(where: { $0.hasSameBytes(as: key) }) {
      let near = Spelling.nearest(to: key, in: keys).map { "; did you mean '\($0)'?" } ?? ""
      throw PlanFileError(description: "\(name) has an unknown key '\(VisibleText.escaped(shortened(key)))'\(near)")
    }
    func text(_ key: String) throws -> String? {
      switch json[key] {
      case nil, .null?: return nil
      case .string(let text)?: return text
      default: throw PlanFileError(description: "'\(key)' of \(name) must be text")
      }
    }
    let until = try text("until")
    if let until, !isDay(until) {
      throw PlanFileError(
        description:
          "'until' of \(name) must be a day such as 2026-12-31, found '\(VisibleText.escaped(shortened(until)))'"
      )
    }
    return Entry(
      address: address, action: try text("action") ?? "", fingerprint: fingerprint, until: until,
      reason: try text("reason"))
  }

  /// Whether it is a day of the calendar, written year-month-day with all its digits, so that days compare as texts.
  private static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    let parts = [bytes[0..<4], bytes[5..<7], bytes[8..<10]].map { digits in
      digits.reduce(0 as Int?) { sum, digit in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) ? sum.map { $0 * 10 + Int(digit & 0x0F) } : nil
      }
    }
    guard let year = parts[0], let month = parts[1], let day = parts[2], year > 0, (1...12).contains(month) else {
      return false
    }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
