import ThunderID

/// Organization units: `/organization-units`, `ou.yaml`. Their identity is the path of handles from the root, which the
/// server does not show in a record: the reader puts it there under `path`.
package struct OrganizationUnitKind: Kind {
  package init() {}
  package let name = "organizationUnits"
  package let singular = "organization_unit"
  package let path = "/organization-units"
  package let rowsKey = "organizationUnits"
  package let rank = 10
  package let identifiers = ["path"]
  package let isSerial = true

  package func pointer(to identifier: String) -> JSONPointer? { nil }

  package func lookUpPath(identity: String) -> String? {
    let handles = identity.split(separator: "/").map { PercentEncoding.pathSegment(String($0)) }
    return handles.isEmpty ? nil : "/organization-units/tree/" + handles.joined(separator: "/")
  }

  /// The server refuses the delete of a unit with users, groups or units in it, and leaves applications and agents in it
  /// dangling (server-facts).
  package func occupants(
    id: String, deleted: Set<String>, reader: any OccupantReader
  ) async throws -> Consequence? {
    let unit = path + "/" + PercentEncoding.pathSegment(id)
    let stays = { (row: JSONValue) in row["id"]?.stringValue.map { !deleted.contains($0) } ?? false }
    var found: [(count: Int, what: String)] = []
    for (part, key, what) in [("ous", rowsKey, "units"), ("users", "users", "users"), ("groups", "groups", "groups")] {
      found.append((try await reader.rows(unit + "/" + part, key).count(where: stays), what))
    }
    for kind in Kinds.all where kind.listRowsArePartial {
      var count = 0
      for row in try await reader.rows(kind.path, kind.rowsKey) where stays(row) {
        if let unit = row["ouId"]?.stringValue {
          if unit == id { count += 1 }
        } else if let item = row["id"]?.stringValue,
          try await reader.record(kind.path + "/" + PercentEncoding.pathSegment(item))["ouId"]?.stringValue == id
        {
          count += 1
        }
      }
      found.append((count, kind.name))
    }
    let parts = found.filter { $0.count > 0 }.map { "\($0.count) \($0.what)" }
    guard !parts.isEmpty else { return nil }
    return Consequence(
      count: found.reduce(0) { $0 + $1.count }, summary: "it still holds \(parts.joined(separator: ", "))",
      forbids: true)
  }

  package func generatedSecrets(in answer: JSONValue) -> [JSONPointer] { [] }

  /// The last handle of the path is the unit's own, the rest names its parent; a PUT without parent would move the unit
  /// to the root (server-facts), so the parent is always declared.
  package func expand(_ resource: inout DesiredResource) {
    let handles = resource.address.identity.split(separator: "/").map(String.init)
    guard let own = handles.last, var members = resource.fields.members else { return }
    // `/acme/` and `acme` are one unit.
    resource.address = Address(kind: name, identity: handles.joined(separator: "/"))
    let place = resource.fields["path"]?.location ?? resource.location
    if resource.fields["handle"] == nil {
      members.append(
        LocatedMember(key: "handle", keyLocation: place, value: LocatedValue(.text(own), at: place)))
    }
    // The path itself goes to no request.
    resource.fields.content = .object(members.filter { $0.key != "path" })
    guard handles.count > 1 else { return }
    resource.references.append(
      Reference(
        pointer: JSONPointer(["parent"]),
        target: .organizationUnit(path: handles.dropLast().joined(separator: "/")), location: place))
  }

  /// The paths of the units from the root to that one, itself the last: `acme`, `acme/engineering`.
  package static func way(to path: String) -> [String] {
    let handles = path.split(separator: "/")
    return handles.indices.map { handles[...$0].joined(separator: "/") }
  }

  package let rules: [FieldRule] = [
    CommonRules.id,
    FieldRule("path", .text, [.required, .manifestOnly], doc: "The handles from the root: `acme/engineering`."),
    FieldRule("name", .text, [.required], doc: "The name, unique beside its siblings."),
    FieldRule("handle", .text, doc: "The last handle of the path; another value renames the unit."),
    FieldRule("parent", .text, doc: "The id of the parent; follows from the path."),
    FieldRule("description", .text, doc: "What it is for."),
    FieldRule("logoUrl", .text, doc: "Its logo."),
    FieldRule("tosUri", .text, doc: "Its terms of service."),
    FieldRule("policyUri", .text, doc: "Its privacy policy."),
    FieldRule("cookiePolicyUri", .text, doc: "Its cookie policy."),
    FieldRule("themeId", .text, doc: "The id of the theme."),
    FieldRule("layoutId", .text, doc: "The id of the layout."),
    FieldRule("authFlowId", .text, doc: "The id of the sign-in flow."),
    FieldRule("registrationFlowId", .text, doc: "The id of the registration flow."),
    FieldRule("isRegistrationFlowEnabled", .boolean, fallback: false, doc: "Whether people may register."),
    FieldRule("recoveryFlowId", .text, doc: "The id of the recovery flow."),
    FieldRule("isRecoveryFlowEnabled", .boolean, fallback: false, doc: "Whether people may recover their account."),
    FieldRule("signOutFlowId", .text, doc: "The id of the sign-out flow."),
    FieldRule("createdAt", .text, [.readOnly], doc: "Set by the server."),
    FieldRule("updatedAt", .text, [.readOnly], doc: "Set by the server."),
    FieldRule("isReadOnly", .boolean, [.readOnly], doc: "Set by the server."),
  ]
}
