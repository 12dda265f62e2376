/// Why a listing can't be believed. A failed or doubtful read is never taken for absence: no plan is made on it.
package struct ListingError: Error, Sendable, CustomStringConvertible {
  /// The list: `/users`.
  package var path: String
  /// What was wrong with the last try.
  package var reason: String
  /// What to do.
  package var hint: String

  package init(path: String, reason: String, hint: String) {
    self.path = path
    self.reason = reason
    self.hint = hint
  }

  package var description: String { "the listing of \(path) can't be believed: \(reason); \(hint)" }
}
