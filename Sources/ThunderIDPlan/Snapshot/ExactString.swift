/// A string that is told apart by its bytes, as the server does it: Swift's own equality folds canonical equivalents,
/// so that `é` in one and in two scalars would be one dictionary key.
package struct ExactString: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactString, b: ExactString) -> Bool { a.text.hasSameBytes(as: b.text) }

  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
