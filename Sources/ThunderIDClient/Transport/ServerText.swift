/// Text that came from outside, made fit for a line of a message.
package enum ServerText {
  /// How many characters of foreign text a message shows.
  static let limit = 400

  /// The text on one line, without control characters (a terminal would act on them) and cut at a limit.
  package static func clean(_ text: String) -> String {
    var out = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit { return out + "…" }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if !out.isEmpty, out.last != " " { out.append(" ") }
      case .format: continue
      default: out.unicodeScalars.append(scalar)
      }
      count += 1
    }
    while out.last == " " { out.removeLast() }
    return out
  }
}
