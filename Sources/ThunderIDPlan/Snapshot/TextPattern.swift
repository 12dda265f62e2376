import Foundation

/// The regular expression that a schema lays down for a text, made ready once for all values.
package struct TextPattern: @unchecked Sendable {
  /// As the server has it.
  package let text: String
  // Immutable, and documented as safe to use from several threads.
  private let expression: NSRegularExpression?

  package init(_ text: String) {
    self.text = text
    expression = try? NSRegularExpression(pattern: text)
  }

  /// Whether a value fits; a pattern that this platform can't read (the server's are Go's) checks nothing.
  package func matches(_ value: String) -> Bool {
    guard let expression else { return true }
    return expression.firstMatch(in: value, range: NSRange(value.startIndex..., in: value)) != nil
  }
}
