import ThunderID

/// The filter of the list of organization units: comparisons (`eq`, `gt`, `lt`) joined by `and` and `or`.
struct UnitFilter {
  private struct Comparison {
    let attribute: String
    let operation: String
    let value: String
  }

  /// Alternatives, each of conditions that must all hold.
  private let alternatives: [[Comparison]]

  /// nil where the text is no such filter, or names an attribute that can't be compared.
  init?(_ text: String) {
    guard let tokens = UnitFilter.tokens(text) else { return nil }
    var alternatives: [[Comparison]] = [[]]
    var rest = tokens[...]
    while true {
      guard rest.count >= 3 else { return nil }
      let three = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      guard case .word(let attribute) = three[0], case .word(let operation) = three[1],
        case .text(let value) = three[2],
        ["name", "handle", "description", "createdAt", "updatedAt"].contains(attribute),
        ["eq", "gt", "lt"].contains(operation)
      else { return nil }
      alternatives[alternatives.count - 1].append(
        Comparison(attribute: attribute, operation: operation, value: value))
      guard let joint = rest.popFirst() else { break }
      guard case .word(let word) = joint else { return nil }
      switch word.lowercased() {
      case "and": break
      case "or": alternatives.append([])
      default: return nil
      }
    }
    self.alternatives = alternatives
  }

  func accepts(_ unit: UnitRecord) -> Bool {
    alternatives.contains { $0.allSatisfy { UnitFilter.holds($0, unit) } }
  }

  /// Compares without regard to case, as the server does.
  private static func holds(_ comparison: Comparison, _ unit: UnitRecord) -> Bool {
    guard let text = unit.shown[comparison.attribute]?.stringValue?.lowercased() else { return false }
    let value = comparison.value.lowercased()
    switch comparison.operation {
    case "gt": return value.utf8.lexicographicallyPrecedes(text.utf8)
    case "lt": return text.utf8.lexicographicallyPrecedes(value.utf8)
    default: return text.hasSameBytes(as: value)
    }
  }

  private enum Token {
    case word(String)
    case text(String)
  }

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first else { return tokens.isEmpty ? nil : tokens }
      if first == "\"" {
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "\"") else { return nil }
        tokens.append(.text(String(inner[..<end])))
        rest = inner[inner.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " && $0 != "\"" }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
    }
  }
}
