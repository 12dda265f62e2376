import ThunderID

/// A regular expression of a schema.
///
/// The server reads Go's RE2 syntax and this one Swift's, which agree on what schemas use: classes, anchors, counts,
/// groups and alternatives.
struct Pattern: @unchecked Sendable {
  // Never changed after it is made, and matched under the lock below.
  private let regex: Regex<AnyRegexOutput>

  /// Compiling costs far more than matching, and every user of a type is matched against the same few.
  private static let cache = Locked<[String: Pattern]>([:])

  /// nil where the text is no regular expression.
  init?(_ text: String) {
    if let known = Pattern.cache.withLock({ $0[text] }) {
      self = known
      return
    }
    guard let regex = try? Regex(text).matchingSemantics(.unicodeScalar) else { return nil }
    self.regex = regex
    let pattern = self
    Pattern.cache.withLock { $0[text] = pattern }
  }

  func isFound(in text: String) -> Bool {
    Pattern.cache.withLock { _ in (try? regex.firstMatch(in: text)) != nil }
  }
}
