import ThunderID

/// Makes the step that brings one live resource to what the manifest declares.
package struct StepBuilder {
  package let kind: any Kind
  package let options: PlanOptions
  package let schemas: [ExactString: TypeSchema]?
  package private(set) var diagnostics: [Diagnostic] = []

  package init(kind: any Kind, options: PlanOptions, schemas: [ExactString: TypeSchema]?) {
    self.kind = kind
    self.options = options
    self.schemas = schemas
  }

  /// The create of a resource that the server does not have.
  ///
  /// - Parameter fields: the declared fields with resolved references.
  package mutating func create(_ desired: DesiredResource, fields: JSONValue, pending: [PendingReference]) -> Step {
    let read = readAttributes(desired, fields: fields, live: nil)
    let body = read.withoutNulls
    requireAttributes(desired, merged: body)
    var changes = Diff.changes(body, against: [:], rules: kind.rules)
    let hidden = SensitiveFields(desired, in: body)
    changes = hidden.hiding(changes)
    changes += pending.map { FieldChange(path: $0.pointer, before: nil, after: .string("(id of \($0.target))")) }
    var notes = desired.secrets.map { SecretNote(path: $0.pointer, fate: .setAtCreation) }
    notes += SecretForecast.generated(kind: kind, body: body, declared: desired.secrets, live: nil)
    requireUnit(desired, body: body, pending: pending)
    var step = Step(
      id: "", address: desired.address, action: .create, changes: changes, body: hidden.removed(from: body),
      secrets: desired.secrets + hidden.fields, secretNotes: notes, pending: pending, location: desired.location)
    step.identifiedBy = desired.identifiedBy
    return step
  }

  /// Users, applications and agents live in an organization unit; one that exists already need not name it again.
  private mutating func requireUnit(_ desired: DesiredResource, body: JSONValue, pending: [PendingReference]) {
    let unit = JSONPointer(["ouId"])
    guard kind.rules["ouId"] != nil, body[unit] == nil, !pending.contains(where: { $0.pointer == unit }),
      !desired.references.contains(where: { $0.pointer == unit })
    else { return }
    diagnostics.append(
      Diagnostic(
        code: "missing-field", location: desired.location, message: "'ou' is missing: \(desired.address) is new",
        hint: "name its organization unit, such as ou: default"))
  }

  /// The full replace of a live resource, or nil where nothing differs.
  package mutating func update(
    _ desired: DesiredResource, live: LiveResource, fields: JSONValue, pending: [PendingReference]
  ) -> Step? {
    let base = Overlay.writable(live.record, rules: kind.rules)
    var wanted = readAttributes(desired, fields: fields, live: base)
    for pointer in desired.lifecycle.ignoreChanges { wanted = wanted.setting(nil, at: pointer) }
    if desired.lifecycle.manage == .replace {
      wanted = Replace.clearingUndeclared(wanted, live: base, shape: .object(kind.rules))
      for pointer in desired.lifecycle.ignoreChanges { wanted = wanted.setting(nil, at: pointer) }
    }
    var changes = Diff.changes(wanted, against: base, rules: kind.rules)
    refuseImmutable(changes, desired)
    changes += pending.map {
      FieldChange(path: $0.pointer, before: base[$0.pointer], after: .string("(id of \($0.target))"))
    }
    let isRotating = options.rotate.contains(desired.address)
    let made = isRotating ? SecretForecast.madeForRotation(desired, live: base) : []
    let sent = desired.secrets.filter { isRotating || SecretForecast.isNew($0.pointer, live: base) } + made
    guard !changes.isEmpty || !sent.isEmpty else { return nil }
    let body = Overlay.merge(wanted, over: base, shape: .object(kind.rules))
    requireAttributes(desired, merged: body)
    let hidden = SensitiveFields(desired, in: body)
    changes = hidden.hiding(changes)
    let notes = (desired.secrets + made).map { field in
      let isNew = SecretForecast.isNew(field.pointer, live: base)
      return SecretNote(path: field.pointer, fate: isNew ? .setAtCreation : isRotating ? .rotated : .kept)
    }
    var step = Step(
      id: "", address: desired.address, action: .update, liveID: live.id, changes: changes,
      body: hidden.removed(from: body), before: hidden.removed(from: live.record),
      secrets: SecretForecast.placed(sent, in: body, desired: wanted) + hidden.fields,
      secretNotes: notes + SecretForecast.generated(kind: kind, body: body, declared: desired.secrets, live: base),
      pending: pending, location: desired.location)
    step.withheld = hidden.fields.map(\.pointer)
    if let ended = SecretForecast.endedClient(live: base, body: body) {
      step.notes.append("the OAuth client \(ended) ends, with its secret: whoever signs in with it is locked out")
    }
    step.identifiedBy = desired.identifiedBy
    return step
  }

  /// Whether the record shows all that is declared exactly as it is declared, references aside, and nothing else is asked:
  /// most resources of most plans. Where this says no, the rules have their say.
  package func isPlainly(_ desired: DesiredResource, as record: JSONValue) -> Bool {
    desired.secrets.isEmpty && desired.lifecycle.manage == .merge
      && (options.rotate.isEmpty || !options.rotate.contains(desired.address)) && desired.fields.isHeld(by: record)
  }

  /// The delete of a live resource.
  package func delete(_ desired: DesiredResource, live: LiveResource) -> Step {
    let hidden = SensitiveFields(desired, in: live.record)
    var step = Step(
      id: "", address: desired.address, action: .delete, liveID: live.id, before: hidden.removed(from: live.record),
      location: desired.location)
    step.withheld = hidden.fields.map(\.pointer)
    step.isUnwritten = desired.isLeftover
    step.identifiedBy = desired.identifiedBy
    step.preventsDestroy = desired.lifecycle.preventDestroy
    return step
  }

  /// The delete of a live resource that no manifest names.
  package func prune(_ live: LiveResource, scope: PruneScope) -> Step {
    let identity = kind.identity(of: live.record) ?? live.id
    var step = Step(
      id: "", address: Address(kind: kind.name, identity: identity), action: .delete, liveID: live.id,
      before: live.record, location: scope.location, notes: ["not declared within the prune scope"])
    step.isUnwritten = true
    return step
  }

  private mutating func readAttributes(_ desired: DesiredResource, fields: JSONValue, live: JSONValue?) -> JSONValue {
    guard let declared = desired.fields["attributes"] else { return fields }
    guard let schemas, let (schema, subject) = schema(fields, live, schemas) else {
      refuseAmbiguous(declared)
      return fields
    }
    guard let schema else {
      let known = schemas.keys.map(\.text).sorted()
      diagnostics.append(
        Diagnostic(
          code: "unknown-type", location: desired.fields["type"]?.location ?? desired.location,
          message: "the server has no \(subject)",
          hint: known.isEmpty ? nil : "it has: \(known.joined(separator: ", "))"))
      return fields
    }
    var check = AttributeCheck(schema: schema, subject: subject)
    let attributes = check.read(declared, live: live?["attributes"])
    diagnostics += check.diagnostics
    return fields.setting(attributes, at: JSONPointer(["attributes"]))
  }

  /// Without a schema nothing says whether `0123` is text: the manifest must.
  private mutating func refuseAmbiguous(_ value: LocatedValue) {
    switch value.content {
    case .ambiguous(let text):
      diagnostics.append(
        Diagnostic(
          code: "ambiguous-scalar", location: value.location,
          message: "YAML readers disagree on \(text), and the attribute's type is not known",
          hint: "write \"\(text)\" if text is meant"))
    case .list(let elements): for element in elements { refuseAmbiguous(element) }
    case .object(let members): for member in members { refuseAmbiguous(member.value) }
    default: break
    }
  }

  private mutating func requireAttributes(_ desired: DesiredResource, merged: JSONValue) {
    guard let schemas, case (let schema?, let subject)? = schema(merged, nil, schemas) else { return }
    var check = AttributeCheck(schema: schema, subject: subject)
    check.requireAll(
      in: merged["attributes"] ?? .null, secrets: desired.secrets,
      at: desired.fields["attributes"]?.location ?? desired.location)
    diagnostics += check.diagnostics
  }

  private func schema(
    _ fields: JSONValue, _ live: JSONValue?, _ schemas: [ExactString: TypeSchema]
  ) -> (TypeSchema?, String)? {
    guard let type = fields["type"]?.stringValue ?? live?["type"]?.stringValue else { return nil }
    return (schemas[ExactString(type)], "\(kind.singular) type '\(type)'")
  }

  private mutating func refuseImmutable(_ changes: [FieldChange], _ desired: DesiredResource) {
    for change in changes {
      guard let name = change.path.tokens.first, kind.rules[name]?.traits.contains(.immutable) == true else { continue }
      let from = change.before?.stringValue ?? "nothing"
      diagnostics.append(
        Diagnostic(
          code: "immutable-field", location: desired.fields.location(at: change.path),
          message: "'\(name)' of \(desired.address) can't change after creation (it is '\(from)')",
          hint: "keep it, or delete the resource with lifecycle: { state: absent } and create it anew"))
    }
  }
}
