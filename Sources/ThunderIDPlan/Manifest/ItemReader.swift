import ThunderID

/// Reads one item of a collection, or one `resource_type:` document, into a desired resource.
struct ItemReader {
  let context: ReadingContext
  let table: KindTable
  private let references = ReadReferences()

  init(context: ReadingContext, table: KindTable) {
    self.context = context
    self.table = table
  }

  private var kind: any Kind { table.kind }

  /// The resource; nil where the item has no identity, which is reported like every other fault.
  func read(_ item: YAMLNode, defaults: YAMLNode?, skipping: Set<String> = []) -> DesiredResource? {
    guard let own = item.pairs else {
      context.report(
        "wrong-type", "expected a mapping with the fields of one \(kind.singular), found \(item.word)", at: item.mark)
      return nil
    }
    let pairs = withDefaults(
      skipping.isEmpty ? own : own.filter { !skipping.contains($0.key) }, defaults?.pairs ?? [])
    var lifecycle = Lifecycle()
    var values = ValueReader(context)
    var fields: [LocatedMember] = []
    var references: [Reference] = []
    var id: String?
    var identifiedBy: (String, YAMLMark)?
    let faultsBefore = context.diagnostics.count
    refuseRivals(pairs)
    for (pair, entry) in pairs {
      switch entry?.role {
      case .lifecycle: lifecycle = LifecycleReader(context: context).read(pair.value)
      case .id: id = text(pair)
      case .identifiedBy: identifiedBy = text(pair).map { ($0, pair.value.mark) }
      case .reference(let rule):
        if let known = self.references.find(pair) ?? self.references.keep(reference(pair, rule), pair) {
          references = references.isEmpty ? known : references + known
        } else if let rule = entry?.rule {
          field(pair, rule, &values, &fields)
        }
      case .field:
        if let rule = entry?.rule { field(pair, rule, &values, &fields) }
      case .some(.none), nil: context.reportUnknown(pair, known: table.keys)
      }
    }
    let located = LocatedValue(.object(fields), at: context.place(item.mark))
    if lifecycle.state == .present { requireFields(pairs, at: item.mark) }
    // Where an identifier is given and faulty, or a required one is missing, that is reported already.
    let isReported = context.diagnostics.count > faultsBefore && isIdentified(pairs)
    guard
      let (identifier, identity) = identity(
        located, id: id, identifiedBy: identifiedBy, at: item.mark, isReported: isReported)
    else { return nil }
    var resource = DesiredResource(
      address: Address(kind: table.name, identity: identity), location: context.place(item.mark), id: id,
      identifiedBy: identifier, fields: located, references: references, secrets: values.secrets, lifecycle: lifecycle)
    kind.expand(&resource)
    return resource
  }

  /// A key with its value, and what is known of it.
  private typealias Known = (pair: YAMLPair, entry: KindTable.Entry?)

  /// The item's own keys over the defaults'; mappings merge, and a way to say something sets the others aside.
  private func withDefaults(_ own: [YAMLPair], _ defaults: [YAMLPair]) -> [Known] {
    var result: [Known] = []
    result.reserveCapacity(own.count + defaults.count)
    for pair in own {
      var pair = pair
      if pair.value.pairs != nil, let other = defaults.first(where: { $0.isSameKey(as: pair) }) {
        pair.value = merged(pair.value, over: other.value)
      }
      result.append((pair, table.entry(pair.key)))
    }
    for pair in defaults {
      let entry = table.entry(pair.key)
      let isSaid = result[..<own.count].contains { other in
        if let entry { other.entry?.field == entry.field } else { other.pair.isSameKey(as: pair) }
      }
      if !isSaid { result.append((pair, entry)) }
    }
    return result
  }

  private func merged(_ node: YAMLNode, over base: YAMLNode) -> YAMLNode {
    guard let own = node.pairs, let other = base.pairs else { return node }
    var result = node
    result.content = .mapping(
      own.map { pair in
        var pair = pair
        if let below = other.first(where: { $0.isSameKey(as: pair) }) {
          pair.value = merged(pair.value, over: below.value)
        }
        return pair
      } + other.filter { pair in !own.contains { $0.isSameKey(as: pair) } }.map { $0.tagged(base.tag) })
    return result
  }

  private func refuseRivals(_ pairs: [Known]) {
    for (index, (pair, entry)) in pairs.enumerated() {
      guard let entry, entry.isShared,
        let first = pairs[..<index].first(where: { $0.entry?.field == entry.field })?.pair
      else { continue }
      context.report(
        "rival-keys", "'\(first.key)' and '\(pair.key)' say the same thing twice", at: pair.keyMark,
        hint: "keep one of them")
    }
  }

  private func field(
    _ pair: YAMLPair, _ rule: FieldRule, _ values: inout ValueReader, _ fields: inout [LocatedMember]
  ) {
    if rule.traits.contains(.readOnly) {
      context.report(
        "read-only-field", "'\(pair.key)' is set by the server", at: pair.keyMark, hint: "leave it out")
      return
    }
    let isOpen = pair.key == "attributes" && kind.typesPath != nil
    if rule.traits.contains(.writeOnly) {
      guard case .map = rule.shape else { return values.readSecret(pair.value, at: JSONPointer([pair.key])) }
      credentials(pair, &values)
      return
    }
    if isOpen, let password = pair.value.pairs?.first(where: { $0.key == "password" }) {
      context.report(
        "credential-attribute", "a password is no attribute", at: password.keyMark,
        hint: "put it under credentials:, where it is kept secret")
      return
    }
    if let value = values.read(pair.value, rule.shape, at: pair.key, isOpen: isOpen) {
      if case .null = value.content, rule.traits.contains(.derived) || rule.traits.contains(.required) {
        context.report(
          "not-clearable", "'\(pair.key)' can't be cleared: the server always has one", at: pair.value.mark,
          hint: "leave it out to leave it alone")
        return
      }
      fields.append(LocatedMember(key: pair.key, keyLocation: context.place(pair.keyMark), value: value))
    }
  }

  /// Credentials travel among the attributes of a create (server-facts).
  private func credentials(_ pair: YAMLPair, _ values: inout ValueReader) {
    guard let members = pair.value.pairs else {
      if !pair.value.isNull {
        context.report(
          "wrong-type", "expected a mapping such as { password: ... }, found \(pair.value.word)", at: pair.value.mark)
      }
      return
    }
    for member in members { values.readSecret(member.value, at: JSONPointer(["attributes", member.key])) }
  }

  /// The reference that a field makes, none after a fault; nil where the field is a plain value after all.
  private func reference(_ pair: YAMLPair, _ rule: ReferenceRule) -> [Reference]? {
    if case .address = rule.target {
      // A name of another resource, or an id as it stands.
      guard let written = pair.value.scalar, !pair.value.isNull,
        let text = context.expand(written, at: pair.value.mark)
      else { return nil }
      guard let address = Address(text) else {
        // An id has no slash in it, so this was meant as an address.
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let known = Kinds.all.map(\.name)
        context.report(
          "unknown-kind", "'\(pair.key)' is an address of no kind that there is", at: pair.value.mark,
          hint: Spelling.nearest(to: String(text[..<slash]), in: known).map { "did you mean \($0)/…?" }
            ?? "addresses are KIND/IDENTITY; kinds: \(known.joined(separator: ", "))")
        return []
      }
      return [
        Reference(
          pointer: JSONPointer([rule.becomes]), target: .resource(address), location: context.place(pair.value.mark))
      ]
    }
    guard let text = text(pair) else { return [] }
    let target: Reference.Target
    switch rule.target {
    case .flow(let type): target = .flow(handle: text, type: type)
    default:
      let handles = text.split(separator: "/")
      guard !handles.isEmpty else {
        context.report(
          "wrong-type", "'\(pair.key)' must be a path of handles such as acme/engineering", at: pair.value.mark)
        return []
      }
      target = .organizationUnit(path: handles.joined(separator: "/"))
    }
    return [Reference(pointer: JSONPointer([rule.becomes]), target: target, location: context.place(pair.value.mark))]
  }

  private func text(_ pair: YAMLPair) -> String? {
    if pair.value.tag != nil {
      context.report("unknown-tag", "'\(pair.key)' takes no tag", at: pair.value.mark)
      return nil
    }
    guard let written = pair.value.scalar, !pair.value.isNull else {
      context.report("wrong-type", "'\(pair.key)' must be text, found \(pair.value.word)", at: pair.value.mark)
      return nil
    }
    guard let text = context.expand(written, at: pair.value.mark) else { return nil }
    guard !text.isEmpty else {
      context.report("wrong-type", "'\(pair.key)' can't be empty", at: pair.value.mark)
      return nil
    }
    return text
  }

  private func requireFields(_ given: [Known], at mark: YAMLMark) {
    for rule in table.required where !given.contains(where: { $0.pair.key == rule.name }) {
      context.report("missing-field", "'\(rule.name)' is missing", at: mark, hint: rule.doc)
    }
  }

  /// Whether the item gives something that identifies it, faulty as it may be, or lacks the one thing that must.
  private func isIdentified(_ pairs: [Known]) -> Bool {
    kind.identifiers.contains { identifier in
      table.entry(identifier)?.rule?.traits.contains(.required) == true
        || pairs.contains { $0.pair.key == "attributes" && $0.pair.value[identifier] != nil }
    }
  }

  private func identity(
    _ fields: LocatedValue, id: String?, identifiedBy: (String, YAMLMark)?, at mark: YAMLMark, isReported: Bool
  ) -> (String, String)? {
    func value(_ identifier: String, _ way: [String]?) -> (String, String)? {
      guard let value = way.map(fields.identity) ?? fields.identity(identifier, kind), !value.isEmpty else {
        return nil
      }
      // A path of nothing but slashes names no unit.
      if identifier == "path", value.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) { return nil }
      if let way, fields.isSensitive(at: way) {
        context.report(
          "secret-identity", "what identifies a resource stands in every output and can't be secret", at: mark,
          hint: "take !secret away from '\(identifier)', or identify it by something else")
      }
      return (identifier, value)
    }
    if let (identifier, place) = identifiedBy {
      if let found = value(identifier, kind.pointer(to: identifier)?.tokens) { return found }
      context.report("identity", "identifiedBy names '\(identifier)', which is not given", at: place)
      return nil
    }
    for (identifier, way) in table.identifiers {
      if let found = value(identifier, way) { return found }
    }
    if let id { return (kind.identifiers.first ?? "id", id) }
    if !isReported {
      context.report(
        "identity", "nothing identifies this \(kind.singular)", at: mark,
        hint: "give one of: \(kind.identifiers.joined(separator: ", ")), or id")
    }
    return nil
  }
}
