/// The one name of a resource, the same in manifests, output, `--target`, plans and journals: `users/jane`.
package struct Address: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The collection name of the kind: `applications`.
  package let kind: String
  /// What identifies it within the kind; may itself contain `/`.
  package let identity: String

  package init(kind: String, identity: String) {
    self.kind = kind
    self.identity = identity
  }

  /// An address from `kind/identity`; nil without a known kind or without an identity.
  package init?(_ text: String) {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let kind = String(text[..<slash])
    let identity = String(text[text.index(after: slash)...])
    guard Kinds.named(kind) != nil, !identity.isEmpty else { return nil }
    self.init(kind: kind, identity: identity)
  }

  package var description: String { "\(kind)/\(identity)" }

  // Identities are told apart by their bytes, as the server does; Swift's own == folds canonical equivalents.
  package static func == (a: Address, b: Address) -> Bool {
    a.kind == b.kind && a.identity.hasSameBytes(as: b.identity)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    identity.hashBytes(into: &hasher)
  }

  package static func < (a: Address, b: Address) -> Bool {
    a.kind == b.kind ? a.identity.utf8.lexicographicallyPrecedes(b.identity.utf8) : a.kind < b.kind
  }
}
