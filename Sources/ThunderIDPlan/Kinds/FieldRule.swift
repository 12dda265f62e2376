import ThunderID

/// All that is known of one field: the manifest reader, diff, redaction, export and the generated docs read this
/// table and nothing else.
package struct FieldRule: Sendable {
  /// The name on the wire, or the manifest's own name where ``reference`` says what it becomes.
  package let name: String
  package let shape: Shape
  package let traits: Traits
  /// What the field names, where it is a reference by name; its id goes to the wire field `becomes`.
  package let reference: ReferenceRule?
  /// What the server fills in for an absent field; an absent, null and default value are then one.
  package let fallback: JSONValue?
  /// One sentence for the manifest reference.
  package let doc: String

  package init(
    _ name: String, _ shape: Shape, _ traits: Traits = [], reference: ReferenceRule? = nil, fallback: JSONValue? = nil,
    doc: String
  ) {
    self.name = name
    self.shape = shape
    self.traits = traits
    self.reference = reference
    self.fallback = fallback
    self.doc = doc
  }

  /// What values a field takes.
  package indirect enum Shape: Sendable {
    case text
    /// One of these words.
    case choice([String])
    case integer
    case boolean
    /// Anything that JSON can say; where a live schema exists it decides.
    case free
    /// A list whose order means nothing.
    case set(Shape)
    case list(Shape)
    /// A list of objects told apart by the value of one of their fields.
    case keyed(by: String, [FieldRule])
    case object([FieldRule])
    /// An object of any keys.
    case map(Shape)
  }

  /// What holds for a field.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A create is refused without it.
    package static let required = Traits(rawValue: 1 << 0)
    /// The server takes it and never shows it.
    package static let writeOnly = Traits(rawValue: 1 << 1)
    /// Can't change after the create.
    package static let immutable = Traits(rawValue: 1 << 2)
    /// The server sets it; a manifest can't.
    package static let readOnly = Traits(rawValue: 1 << 3)
    /// The server may fill or derive it where the manifest is silent, and it can't be cleared.
    package static let derived = Traits(rawValue: 1 << 4)
    /// Stands in manifests only.
    package static let manifestOnly = Traits(rawValue: 1 << 5)
  }
}

/// How a manifest-only field names another resource.
package struct ReferenceRule: Sendable {
  /// What kind of thing the text names.
  package enum Target: Sendable {
    case organizationUnitPath
    case address
    case flow(type: String)
  }

  package let target: Target
  /// The wire field that takes the id.
  package let becomes: String

  package init(_ target: Target, becomes: String) {
    self.target = target
    self.becomes = becomes
  }
}

extension [FieldRule] {
  /// The rule of that name.
  package subscript(name: String) -> FieldRule? { first { $0.name.hasSameBytes(as: name) } }
}
