import ThunderID

/// The one comparison that the server's user and agent lists take: `attribute eq value`.
struct AttributeFilter {
  let path: String
  let value: JSONValue

  /// A filter of users: the value is text in quotes, a number, `true` or `false`; nil where it is none of them.
  init?(users text: String) {
    guard let (path, rest) = AttributeFilter.split(text), !path.contains(" "), let value = AttributeFilter.value(rest)
    else { return nil }
    self.path = path
    self.value = value
  }

  /// A filter of agents. Everything between the first and the last quote is the value, so that
  /// `name eq "a" and model eq "b"` looks for one odd value and finds nothing.
  init?(agents text: String) {
    guard let (path, rest) = AttributeFilter.split(text), rest.utf8.count > 2, rest.hasPrefix("\""),
      rest.hasSuffix("\"")
    else { return nil }
    self.path = path
    value = .string(String(rest.dropFirst().dropLast()))
  }

  /// Parts at the first ` eq `, without the spaces around them.
  private static func split(_ text: String) -> (path: String, rest: String)? {
    guard let mark = text.firstRange(of: " eq ") else { return nil }
    let path = trim(text[..<mark.lowerBound])
    let rest = trim(text[mark.upperBound...])
    return path.isEmpty || rest.isEmpty || path.contains("\"") ? nil : (path, rest)
  }

  private static func trim(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  private static func value(_ text: String) -> JSONValue? {
    if text.hasPrefix("\"") {
      let inner = text.dropFirst().dropLast()
      return text.utf8.count > 2 && text.hasSuffix("\"") && !inner.contains("\"") ? .string(String(inner)) : nil
    }
    if text == "true" || text == "false" { return .bool(text == "true") }
    return JSONNumber(text).map { .number($0) }
  }
}
