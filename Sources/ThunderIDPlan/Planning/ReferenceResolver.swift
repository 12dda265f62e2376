import ThunderID

/// Turns what a manifest names into ids: of the server, or of resources that the plan itself creates.
package struct ReferenceResolver {
  /// What a declared resource is on the server.
  package enum Standing: Sendable {
    case live(id: String)
    case created
    case deleted

    var isCreated: Bool { if case .created = self { true } else { false } }
  }

  private let snapshot: Snapshot
  private let standings: [Address: Standing]
  private let undeclared: [Address: [LiveResource]]
  package private(set) var diagnostics: [Diagnostic] = []
  private var last: (target: Reference.Target, id: String)?

  /// - Parameters:
  ///   - standings: every declared resource that is referred to.
  ///   - targets: what is referred to, so that undeclared ones are found among the live resources.
  package init(snapshot: Snapshot, standings: [Address: Standing], targets named: [Reference.Target]) {
    self.snapshot = snapshot
    self.standings = standings
    var targets: [String: Set<ExactString>] = [:]
    for case .resource(let address) in named where standings[address] == nil {
      targets[address.kind, default: []].insert(ExactString(address.identity))
    }
    var found: [Address: [LiveResource]] = [:]
    for (name, identities) in targets {
      guard let kind = Kinds.named(name) else { continue }
      for resource in snapshot.resources[name] ?? [] {
        // The first identifier that fits decides, as it does for a declared resource.
        for identifier in kind.identifiers {
          guard let value = kind.identity(identifier, of: resource.record), identities.contains(ExactString(value))
          else { continue }
          found[Address(kind: name, identity: value), default: []].append(resource)
          break
        }
      }
    }
    undeclared = found
  }

  /// The declared fields with the ids of what they refer to, and what has no id yet.
  package mutating func resolve(_ references: [Reference], into fields: JSONValue) -> (JSONValue, [PendingReference]) {
    var fields = fields
    var pending: [PendingReference] = []
    for reference in references {
      switch id(of: reference) {
      case .id(let id): fields = fields.setting(.string(id), at: reference.pointer)
      case .pending(let address): pending.append(PendingReference(pointer: reference.pointer, target: address))
      case .missing: continue
      }
    }
    return (fields, pending)
  }

  /// Whether the record names what each reference means.
  package mutating func isHeld(_ references: [Reference], by record: JSONValue) -> Bool {
    references.allSatisfy { reference in
      guard let id = known(reference) else { return false }
      if reference.pointer.tokens.count == 1 { return record.holds(id, at: reference.pointer.tokens[0]) }
      return record[reference.pointer] == .string(id)
    }
  }

  /// The id of what a reference means; nil where it has none yet, or is missing. Neighbours mostly name one thing.
  private mutating func known(_ reference: Reference) -> String? {
    if let last, last.target == reference.target { return last.id }
    // What is missing is reported where the step is built.
    let reported = diagnostics
    defer { diagnostics = reported }
    guard case .id(let id) = id(of: reference) else { return nil }
    last = (reference.target, id)
    return id
  }

  private enum Resolution {
    case id(String)
    case pending(Address)
    case missing
  }

  private mutating func id(of reference: Reference) -> Resolution {
    switch reference.target {
    case .organizationUnit(let path):
      let address = Address(kind: OrganizationUnitKind().name, identity: path)
      if case .created = standings[address] { return .pending(address) }
      if let id = snapshot.organizationUnits[ExactString(path)] { return .id(id) }
      return missing(
        reference, "the server has no organization unit '\(path)'",
        hint: "give the path of handles from the root, such as acme/engineering")
    case .flow(let handle, let type):
      if let id = snapshot.flows[FlowKey(type: type, handle: handle)] { return .id(id) }
      let known = snapshot.flows.keys.filter { $0.type == type }.map(\.handle.text).sorted()
      return missing(
        reference, "the server has no flow '\(handle)' of type \(type)",
        hint: known.isEmpty ? nil : "it has: \(known.joined(separator: ", "))")
    case .resource(let address):
      switch standings[address] {
      case .live(let id): return .id(id)
      case .created: return .pending(address)
      case .deleted:
        return missing(reference, "\(address) is to be deleted by this manifest", hint: "refer to something that stays")
      case nil:
        let live = undeclared[address] ?? []
        if live.count == 1 { return .id(live[0].id) }
        return missing(
          reference,
          live.isEmpty
            ? "neither the manifest nor the server has \(address)" : "the server has \(live.count) of \(address)",
          hint: "declare it, or give an id")
      }
    }
  }

  private mutating func missing(_ reference: Reference, _ message: String, hint: String?) -> Resolution {
    diagnostics.append(
      Diagnostic(code: "unresolved-reference", location: reference.location, message: message, hint: hint))
    return .missing
  }
}
