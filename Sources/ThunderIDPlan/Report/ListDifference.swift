import ThunderID

/// What goes from a list and what comes, for lists too long to be read side by side.
struct ListDifference {
  /// Up to this many characters both sides fit on a line.
  static let shortest = 80

  private(set) var removed: [JSONValue] = []
  private(set) var added: [JSONValue] = []
  private(set) var unchanged = 0

  /// The difference; nil where one side is no list, both are short, or only the order differs.
  init?(_ before: JSONValue?, _ after: JSONValue?) {
    guard case .array(let before)? = before, case .array(let after)? = after,
      (before + after).reduce(0, { $0 + $1.text().count }) > ListDifference.shortest
    else { return nil }
    var left: [JSONValue: Int] = [:]
    for value in before { left[value, default: 0] += 1 }
    for value in after {
      if let count = left[value], count > 0 {
        left[value] = count - 1
        unchanged += 1
      } else {
        added.append(value)
      }
    }
    // The last ones of equal values are those that go.
    for value in before.reversed() where left[value, default: 0] > 0 {
      left[value, default: 0] -= 1
      removed.insert(value, at: 0)
    }
    if removed.isEmpty, added.isEmpty { return nil }
  }
}
