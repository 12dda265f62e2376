/// The order of steps as an SVG drawing: each column waits for the ones to its left.
enum OrderGraph {
  /// More boxes than this are a wall, not a drawing.
  static let mostSteps = 60

  /// The drawing, of the steps that wait for others or are waited for; empty where none does.
  static func render(_ steps: [Step]) -> String {
    let needed = Set(steps.flatMap(\.dependsOn))
    let shown = steps.filter { !$0.dependsOn.isEmpty || needed.contains($0.id) }
    guard !shown.isEmpty else {
      return steps.count > 1 ? "<p class=\"quiet\">No step waits for another: their order is free.</p>" : ""
    }
    guard shown.count <= mostSteps else {
      return "<p class=\"quiet\">\(shown.count) steps wait for each other, too many to draw.</p>"
    }
    var columns: [String: Int] = [:]
    var rows: [Int: Int] = [:]
    var places: [String: (x: Int, y: Int)] = [:]
    var boxes = ""
    for step in shown {
      let column = (step.dependsOn.compactMap { columns[$0] }.max() ?? -1) + 1
      columns[step.id] = column
      let row = rows[column, default: 0]
      rows[column] = row + 1
      let (x, y) = (10 + column * 300, 10 + row * 44)
      places[step.id] = (x, y)
      let name = VisibleText.escaped(step.address.description)
      boxes +=
        "<g><title>\(HTMLText.escaped(name))</title><rect x=\"\(x)\" y=\"\(y)\" width=\"250\" height=\"30\" rx=\"5\"/><text x=\"\(x + 8)\" y=\"\(y + 20)\">"
        + "\(ValueText.symbol(step.action)) \(HTMLText.escaped(label(name)))</text></g>"
    }
    let lines = shown.flatMap { step in
      step.dependsOn.compactMap { need -> String? in
        guard let from = places[need], let to = places[step.id] else { return nil }
        let (a, b) = ((from.x + 250, from.y + 15), (to.x, to.y + 15))
        return "<path d=\"M\(a.0) \(a.1)C\(a.0 + 25) \(a.1) \(b.0 - 25) \(b.1) \(b.0) \(b.1)\"/>"
      }
    }.joined()
    let width = 20 + ((columns.values.max() ?? 0) + 1) * 300
    let height = 20 + (rows.values.max() ?? 1) * 44
    return "<h2>Order</h2><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
      + "width=\"\(width)\" height=\"\(height)\" role=\"img\" aria-label=\"order of steps\">\(lines)\(boxes)</svg>"
  }

  /// How many letters of its font a box holds, beside its sign.
  static let widestLabel = 27

  /// The name with its middle left out where it does not fit into its box: its end tells more than its beginning.
  static func label(_ name: String) -> String {
    guard VisibleText.width(name) > widestLabel else { return name }
    func fitting(_ letters: some Sequence<Character>, _ room: Int) -> [Character] {
      var left = room
      return letters.prefix { letter in
        left -= VisibleText.width(letter)
        return left >= 0
      }
    }
    let head = fitting(name, widestLabel / 3)
    let tail = fitting(name.reversed(), widestLabel - 1 - widestLabel / 3)
    return String(head) + "…" + String(tail.reversed())
  }
}
