import Testing
import ThunderID

@testable import ThunderIDPlan

/// The short cut of planning: a record that holds all that is declared needs no look at the rules.
struct HoldsTests {
  @Test("objects hold as far as they go, all else exactly")
  func table() {
    let record: JSONValue = ["a": ["b": 1, "c": [1, ["x": 2]]], "d": "e\u{301}", "n": .null]
    for held in [[:], ["a": [:]], ["a": ["b": 1]], ["a": ["c": [1, ["x": 2]]]], ["n": .null]] as [JSONValue] {
      #expect(record.holds(held))
    }
    for other in [
      ["a": ["b": 2]], ["a": ["b": "1"]], ["a": ["c": [1]]], ["a": ["c": [1, [:]]]], ["a": []], ["d": "\u{e9}"],
      ["x": .null], ["a": .null],
    ] as [JSONValue] {
      #expect(!record.holds(other))
    }
  }

  private func value(_ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .number(JSONNumber(Int.random(in: 0..<3, using: &random)))
    case 3, 4: return .string(["", "a", "oauth2", "x"][Int.random(in: 0..<4, using: &random)])
    case 5: return .array((0..<Int.random(in: 0..<3, using: &random)).map { _ in value(depth - 1, &random) })
    default:
      var object = JSONObject()
      for key in ["type", "config", "grantTypes", "a"] where Bool.random(using: &random) {
        object[key] = value(depth - 1, &random)
      }
      return .object(object)
    }
  }

  /// A part of a value: some members left out, at any depth of objects.
  private func part(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    guard case .object(let members) = value else { return value }
    var result = JSONObject()
    for (key, value) in members where Bool.random(using: &random) { result[key] = part(value, &random) }
    return .object(result)
  }

  @Test("where a record holds what is declared, the rules find no difference either", arguments: 0..<400)
  func agrees(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for kind in Kinds.all {
      var record = JSONObject()
      for rule in kind.rules where rule.traits.isDisjoint(with: [.readOnly, .manifestOnly]) && rule.name != "id" {
        if Bool.random(using: &random) { record[rule.name] = value(3, &random) }
      }
      let declared = part(.object(record), &random)
      #expect(JSONValue.object(record).holds(declared))
      let base = Overlay.writable(.object(record), rules: kind.rules)
      #expect(Diff.changes(declared, against: base, rules: kind.rules).isEmpty, "\(kind.name) \(declared) \(record)")
    }
  }
}
