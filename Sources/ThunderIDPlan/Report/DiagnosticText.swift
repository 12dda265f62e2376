/// Diagnostics for people: place, message, the line with a caret, what to do.
package enum DiagnosticText {
  /// More than this many say no more.
  package static let most = 100

  package static func render(_ diagnostics: [Diagnostic], style: TextStyle) -> String {
    var out = ""
    for diagnostic in diagnostics.prefix(most) { out += render(diagnostic, style: style) }
    if diagnostics.count > most { out += "… and \(diagnostics.count - most) more\n" }
    return out
  }

  private static func render(_ diagnostic: Diagnostic, style: TextStyle) -> String {
    let word = diagnostic.severity == .error ? style.red("error:") : style.yellow("warning:")
    let place = diagnostic.location.map { style.bold(VisibleText.escaped($0.description) + ":") + " " } ?? ""
    var out = "\(place)\(word) \(VisibleText.escaped(diagnostic.message))\n"
    if let line = diagnostic.sourceLine, let location = diagnostic.location {
      out += caret(line, column: location.column)
    }
    if let hint = diagnostic.hint { out += "  hint: \(VisibleText.escaped(hint))\n" }
    return out
  }

  /// The line, cut around the column where it is long, and a caret below.
  private static func caret(_ line: String, column: Int) -> String {
    let scalars = Array(line.unicodeScalars)
    let index = max(0, min(column - 1, scalars.count))
    let start = index > 100 ? index - 60 : 0
    let shown = scalars[start..<min(scalars.count, start + 160)]
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      var string = ""
      for scalar in part { string.unicodeScalars.append(scalar == "\t" ? " " : scalar) }
      return VisibleText.escaped(string)
    }
    let before = text(shown.prefix(index - start))
    return "  | \(text(shown))\n  | \(String(repeating: " ", count: VisibleText.width(before)))^\n"
  }
}
