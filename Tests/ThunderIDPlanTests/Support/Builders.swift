import ThunderID

@testable import ThunderIDPlan

/// A located value from JSON, every part of it at one place.
func located(_ json: JSONValue, line: Int = 1) -> LocatedValue {
  let place = SourceLocation(file: "m.yaml", line: line, column: 1)
  let content: LocatedValue.Content =
    switch json {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .text(value)
    case .array(let values): .list(values.map { located($0, line: line) })
    case .object(let members):
      .object(
        members.map { LocatedMember(key: $0.key, keyLocation: place, value: located($0.value, line: line)) })
    }
  return LocatedValue(content, at: place)
}

/// A declared resource; the identity is the kind's first identifier that the fields give.
func declared(
  _ kindName: String, _ fields: JSONValue, line: Int = 1, references: [Reference] = [], secrets: [SecretField] = [],
  edit: (inout DesiredResource) -> Void = { _ in }
) -> DesiredResource {
  let kind = Kinds.named(kindName) ?? UserKind()
  let identifier = kind.identifiers.first { kind.identity($0, of: fields) != nil } ?? ""
  var resource = DesiredResource(
    address: Address(kind: kindName, identity: kind.identity(identifier, of: fields) ?? ""),
    location: SourceLocation(file: "m.yaml", line: line, column: 1), identifiedBy: identifier,
    fields: located(fields, line: line), references: references, secrets: secrets)
  edit(&resource)
  return resource
}

func live(_ id: String, _ record: JSONValue) -> LiveResource {
  LiveResource(id: id, record: record.setting(.string(id), at: JSONPointer(["id"])))
}

/// What is new lives in the unit `o1` unless it says otherwise, since the planner asks for one.
private func placed(_ resource: DesiredResource, _ live: [String: [LiveResource]]) -> DesiredResource {
  let unit = pointer("/ouId")
  guard let kind = Kinds.named(resource.address.kind), kind.rules["ouId"] != nil, resource.lifecycle.state == .present,
    resource.fields["ouId"] == nil, !resource.references.contains(where: { $0.pointer == unit }),
    !(live[kind.name] ?? []).contains(where: {
      kind.identity(resource.identifiedBy, of: $0.record) == resource.address.identity
    })
  else { return resource }
  var resource = resource
  resource.fields.content = .object(
    (resource.fields.members ?? []) + [
      LocatedMember(
        key: "ouId", keyLocation: resource.location, value: LocatedValue(.text("o1"), at: resource.location))
    ])
  return resource
}

/// Plans these resources against these live ones.
func planned(
  _ resources: [DesiredResource], against live: [String: [LiveResource]] = [:],
  snapshot edit: (inout Snapshot) -> Void = { _ in }, prune: [PruneScope] = [],
  base: Manifest? = nil, options: PlanOptions = PlanOptions()
) throws -> Plan {
  var snapshot = Snapshot(server: "https://id.example.com", resources: live)
  snapshot.totals = live.mapValues(\.count)
  edit(&snapshot)
  var manifest = Manifest(resources: resources.map { placed($0, live) }, prune: prune)
  if let base { manifest = manifest.removing(leftoversOf: base) }
  return try Planner.plan(manifest, against: snapshot, options: options)
}

/// A plan in a few words, for whole comparisons.
func outline(_ plan: Plan) -> [String] {
  plan.steps.map { step in
    let changes = step.changes.filter { $0.path != pointer("/ouId") || $0.after != "o1" }.map {
      "\($0.path) \($0.before?.text() ?? "-")>\($0.after?.text() ?? "-")"
    }
    return ([step.id, step.action.rawValue, step.address.description] + changes).joined(separator: " | ")
  }
}

/// The diagnostics that the plan is refused with, as `line code`.
func faults(_ work: () throws -> Plan) -> [String] {
  do {
    _ = try work()
    return []
  } catch let errors as ManifestErrors {
    return errors.diagnostics.map { "\($0.location?.line ?? 0) \($0.code)" }
  } catch {
    return ["\(error)"]
  }
}

func pointer(_ text: String) -> JSONPointer { JSONPointer(text) ?? JSONPointer() }
