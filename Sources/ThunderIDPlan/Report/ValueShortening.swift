/// Cuts values to what is left of a line of a terminal, and says how much was cut.
enum ValueShortening {
  /// A value gets at least so many columns, however narrow the terminal or long the name ahead of it.
  static let least = 24

  /// The text, cut to a width.
  ///
  /// - Parameter start: the first character to show.
  static func cut(_ text: String, to columns: Int, from start: Int = 0) -> String {
    let columns = max(least, columns)
    guard VisibleText.width(text) > columns else { return text }
    let characters = Array(text)
    var room = columns - "… (\(characters.count) more)".count - (start > 0 ? 1 : 0)
    var end = start
    while end < characters.count, VisibleText.width(characters[end]) <= room {
      room -= VisibleText.width(characters[end])
      end += 1
    }
    let shown = (start > 0 ? "…" : "") + String(characters[start..<end]) + (end < characters.count ? "…" : "")
    return shown + " (\(characters.count - (end - start)) more)"
  }

  /// Both sides of a change, cut so that they fit beside each other and that where they differ is seen.
  static func cut(_ before: String, _ after: String, to columns: Int) -> (before: String, after: String) {
    let widths = (VisibleText.width(before), VisibleText.width(after))
    guard widths.0 + widths.1 > columns else { return (before, after) }
    // What the shorter one leaves of its half, the longer one gets.
    let half = columns / 2
    let rooms = (max(half, columns - widths.1), max(half, columns - widths.0))
    var start = 0
    if widths.0 > rooms.0, widths.1 > rooms.1 {
      let same = zip(before, after).prefix { $0 == $1 }.count
      // The beginning is shown where the difference is near it.
      let near = max(least, half) - 20
      if same > near { start = same - min(8, near) }
    }
    return (cut(before, to: rooms.0, from: start), cut(after, to: rooms.1, from: start))
  }
}
