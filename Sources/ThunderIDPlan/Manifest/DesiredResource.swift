import ThunderID

/// One resource as the manifest wants it.
///
/// A value like any other; its parts stand in one place that copies share, since plans of many resources copy them a lot.
package struct DesiredResource: Sendable {
  private final class Parts: @unchecked Sendable {
    // Written only while one value holds them.
    var address: Address
    var location: SourceLocation
    var id: String?
    var identifiedBy: String
    var fields: LocatedValue
    var references: [Reference]
    var secrets: [SecretField]
    var lifecycle: Lifecycle
    var isLeftover: Bool

    init(
      _ address: Address, _ location: SourceLocation, _ id: String?, _ identifiedBy: String, _ fields: LocatedValue,
      _ references: [Reference], _ secrets: [SecretField], _ lifecycle: Lifecycle, _ isLeftover: Bool
    ) {
      self.address = address
      self.location = location
      self.id = id
      self.identifiedBy = identifiedBy
      self.fields = fields
      self.references = references
      self.secrets = secrets
      self.lifecycle = lifecycle
      self.isLeftover = isLeftover
    }
  }

  private var parts: Parts

  private mutating func own() -> Parts {
    if !isKnownUniquelyReferenced(&parts) {
      parts = Parts(
        parts.address, parts.location, parts.id, parts.identifiedBy, parts.fields, parts.references, parts.secrets,
        parts.lifecycle, parts.isLeftover)
    }
    return parts
  }

  /// How the tool names it everywhere: `applications/Customer Portal`.
  package var address: Address {
    get { parts.address }
    set { own().address = newValue }
  }
  /// Where the item begins in the manifest.
  package var location: SourceLocation {
    get { parts.location }
    set { own().location = newValue }
  }
  /// An explicit `id:`, which is then the identity.
  package var id: String? {
    get { parts.id }
    set { own().id = newValue }
  }
  /// The attribute that identifies a user (`identifiedBy:`, or the first of username, email, sub, mobile_number that
  /// is given) or the field that identifies another kind (`name`).
  package var identifiedBy: String {
    get { parts.identifiedBy }
    set { own().identifiedBy = newValue }
  }
  /// The declared fields under their wire names: an object. Neither `id`, `lifecycle`, secrets nor references stand in
  /// it.
  package var fields: LocatedValue {
    get { parts.fields }
    set { own().fields = newValue }
  }
  /// Fields whose value is another resource, to be resolved against the server or another step.
  package var references: [Reference] {
    get { parts.references }
    set { own().references = newValue }
  }
  /// Write-only fields: their place in the request body and the value.
  package var secrets: [SecretField] {
    get { parts.secrets }
    set { own().secrets = newValue }
  }
  package var lifecycle: Lifecycle {
    get { parts.lifecycle }
    set { own().lifecycle = newValue }
  }
  /// Whether it stood in the base manifest (`--base`) and no longer stands in this one: it is to be deleted although
  /// nobody wrote that down.
  package var isLeftover: Bool {
    get { parts.isLeftover }
    set { own().isLeftover = newValue }
  }

  package init(
    address: Address, location: SourceLocation, id: String? = nil, identifiedBy: String, fields: LocatedValue,
    references: [Reference] = [], secrets: [SecretField] = [], lifecycle: Lifecycle = Lifecycle()
  ) {
    parts = Parts(address, location, id, identifiedBy, fields, references, secrets, lifecycle, false)
  }
}

/// A field that names another resource.
package struct Reference: Sendable, Hashable {
  /// What it names.
  package enum Target: Sendable, Hashable {
    /// An organization unit by its path of handles, `acme/engineering`.
    case organizationUnit(path: String)
    /// A resource of the manifest or of the server by its address.
    case resource(Address)
    /// A flow by its handle; the type is the server's (`AUTHENTICATION`, `REGISTRATION`, ...).
    case flow(handle: String, type: String)
  }

  /// The field of the request body that takes the id: `/ouId`, `/owner`.
  package var pointer: JSONPointer
  package var target: Target
  package var location: SourceLocation

  package init(pointer: JSONPointer, target: Target, location: SourceLocation) {
    self.pointer = pointer
    self.target = target
    self.location = location
  }
}

/// A write-only field of the manifest.
package struct SecretField: Sendable {
  /// Where it stands in the body of a create: `/inboundAuthConfig/0/config/clientSecret`, `/attributes/password`.
  package var pointer: JSONPointer
  package var secret: Secret
  package var location: SourceLocation

  package init(pointer: JSONPointer, secret: Secret, location: SourceLocation) {
    self.pointer = pointer
    self.secret = secret
    self.location = location
  }
}

/// What the manifest says about the life of a resource (`lifecycle:`).
package struct Lifecycle: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable { case present, absent }
  package enum Manage: String, Sendable, CaseIterable { case merge, replace }

  package var state = State.present
  package var manage = Manage.merge
  package var preventDestroy = false
  /// Pointers of fields whose differences are left alone.
  package var ignoreChanges: [JSONPointer] = []
  /// The identity that the resource had before.
  package var renamedFrom: String?

  package init() {}
}

/// A part of the server within which `--prune` may delete what the manifest does not declare.
package struct PruneScope: Sendable, Hashable {
  /// The kind's collection name: `users`.
  package var kind: String
  /// The path of the organization unit; nil means every unit.
  package var ou: String?
  package var type: String?
  package var location: SourceLocation

  package init(kind: String, ou: String?, type: String?, location: SourceLocation) {
    self.kind = kind
    self.ou = ou
    self.type = type
    self.location = location
  }
}

/// A set of manifests, read and checked as far as that goes without a server.
package struct Manifest: Sendable {
  package var resources: [DesiredResource]
  package var prune: [PruneScope]
  /// The one server that the manifest is for (`target: { server: ... }`); nil means any.
  package var server: String?
  /// SHA-256 over the names and bytes of the files, in hexadecimal; variables are not in it.
  package var digest: String
  /// The text of the files, for caret lines.
  package var sources: SourceTexts
  package var warnings: [Diagnostic]

  package init(
    resources: [DesiredResource], prune: [PruneScope] = [], digest: String = "", sources: SourceTexts = SourceTexts(),
    warnings: [Diagnostic] = []
  ) {
    self.resources = resources
    self.prune = prune
    self.digest = digest
    self.sources = sources
    self.warnings = warnings
  }
}

extension Manifest {
  /// This manifest, and as absent what stood in `base` and does not stand in it. A protection of the old manifest
  /// outlives the block that it stood in.
  package func removing(leftoversOf base: Manifest) -> Manifest {
    let declared = Set(resources.map(\.address))
    var result = self
    for old in base.resources where old.lifecycle.state == .present && !declared.contains(old.address) {
      var leftover = old
      leftover.lifecycle.state = .absent
      leftover.isLeftover = true
      leftover.references = []
      leftover.secrets = []
      result.resources.append(leftover)
    }
    for (file, bytes) in base.sources.files where result.sources.files[file] == nil {
      result.sources.files[file] = bytes
    }
    return result
  }
}
