import ThunderID

/// What the tool knows of one kind of resource. A new kind is one new file beside this one.
package protocol Kind: Sendable {
  /// The collection's name in manifests and addresses: `applications`.
  var name: String { get }
  /// The name in `resource_type:` and in sentences: `application`.
  var singular: String { get }
  /// The collection's path on the server: `/applications`.
  var path: String { get }
  /// The member of a list page that holds the rows.
  var rowsKey: String { get }
  /// Whether the list takes `limit` and `offset`; `/applications` ignores both (server-facts).
  var isPaged: Bool { get }
  /// Whether list rows lack fields, so that a declared resource is read by id.
  var listRowsArePartial: Bool { get }
  /// The collection of the kind's types, whose schemas rule `attributes`; nil where there are none.
  var typesPath: String? { get }
  /// Whether a resource may live in the organization unit of its type and those below only.
  var typeRulesUnit: Bool { get }
  /// Lower is created first and deleted last.
  var rank: Int { get }
  var rules: [FieldRule] { get }
  /// The names of the fields or attributes that identify a resource of this kind, the first that is given counting.
  var identifiers: [String] { get }
  /// The value of an identifier in a record of the server or a body of ours.
  func identity(_ identifier: String, of record: JSONValue) -> String?
  /// Where the identifier stands in a body, where it can be set there.
  func pointer(to identifier: String) -> JSONPointer?
  /// The server's field that a rename leaves alone, as the identifier of ``identity(_:of:)``: OAuth's client id.
  var secondaryIdentifiers: [String] { get }
  /// Values of other kinds that refuse a resource of this kind the same `name`, though not the other way round.
  var nameRivals: [NameRival] { get }
  /// The filter that looks one resource up, where the server has such; nil where only the list finds it.
  func filter(identifier: String, value: String) -> String?
  /// The path that looks one resource up by its identity, where the server has such a path; the answer is the record.
  func lookUpPath(identity: String) -> String?
  /// What the identity of a declared resource says about its fields: a unit's handle and parent follow from its path.
  func expand(_ resource: inout DesiredResource)
  /// The path that tells what refers to a resource (`/users/{id}/usages`); nil where the server has none.
  func usagesPath(id: String) -> String?
  /// What lives in a resource and would be left dangling by its delete; `reader` gives lists and records.
  ///
  /// - Parameter deleted: ids that the same plan deletes before.
  func occupants(
    id: String, deleted: Set<String>, reader: any OccupantReader
  ) async throws -> Consequence?
  /// The places in an answer where the server shows a secret that it made, this once.
  func generatedSecrets(in answer: JSONValue) -> [JSONPointer]
  /// Whether writes of this kind go one after the other, since they hang together as a tree.
  var isSerial: Bool { get }
  /// Whether the server hashes a password or a client secret for that step, which takes it long.
  func hashesSecret(_ step: Step) -> Bool
  /// The writes that make a step true, in order; most need one.
  func requests(for step: Step, id: String?) -> [ResourceRequest]
}

/// What another kind's resources may have taken a name by.
package struct NameRival: Sendable {
  package let kind: String
  package let identifier: String
}

/// Reads what a kind asks for while a delete is planned.
package protocol OccupantReader: Sendable {
  /// All rows of a list; none where the token may not read it.
  func rows(_ path: String, _ rowsKey: String) async throws -> [JSONValue]
  /// One record; null where there is none or the token may not read it.
  func record(_ path: String) async throws -> JSONValue
}

/// One request of a step before its secrets and the ids of other steps are filled in.
package struct ResourceRequest: Sendable {
  package var method: String
  package var path: String
  package var body: JSONValue?
  /// Secrets by their place in the body.
  package var secrets: [SecretField]
  /// Whether it writes the record itself, so that reading the record tells whether it took effect.
  package var writesRecord = true

  package init(method: String, path: String, body: JSONValue? = nil, secrets: [SecretField] = []) {
    self.method = method
    self.path = path
    self.body = body
    self.secrets = secrets
  }
}

/// The kinds that the tool knows, in the order of creation.
package enum Kinds {
  package static let all: [any Kind] = [
    OrganizationUnitKind(), UserKind(), ApplicationKind(), AgentKind(),
  ]

  /// The kind of that collection name.
  package static func named(_ name: String) -> (any Kind)? { all.first { $0.name == name } }
  /// The kind of that `resource_type`.
  package static func singular(_ name: String) -> (any Kind)? { all.first { $0.singular == name } }
}

extension Kind {
  package var secondaryIdentifiers: [String] { [] }
  package var nameRivals: [NameRival] { [] }
  package var listRowsArePartial: Bool { false }
  package var isPaged: Bool { true }
  package var typesPath: String? { nil }
  package var typeRulesUnit: Bool { false }
  package var isSerial: Bool { false }

  package func hashesSecret(_ step: Step) -> Bool { false }
  package func filter(identifier: String, value: String) -> String? { nil }
  package func lookUpPath(identity: String) -> String? { nil }
  package func usagesPath(id: String) -> String? { nil }
  package func occupants(
    id: String, deleted: Set<String>, reader: any OccupantReader
  ) async throws -> Consequence? { nil }
  package func expand(_ resource: inout DesiredResource) {}
  package func generatedSecrets(in answer: JSONValue) -> [JSONPointer] { OAuthRules.generatedSecrets(in: answer) }

  package func pointer(to identifier: String) -> JSONPointer? { JSONPointer([identifier]) }

  package func identity(_ identifier: String, of record: JSONValue) -> String? { record[identifier]?.stringValue }

  /// The value of the first identifier that the record has.
  package func identity(of record: JSONValue) -> String? {
    identifiers.lazy.compactMap { identity($0, of: record) }.first
  }

  /// The identifier that the step's identity is the value of.
  package func identifier(of step: Step) -> String {
    step.identifiedBy
      ?? identifiers.first { name in
        (step.body ?? step.before).flatMap { identity(name, of: $0) }.map {
          ExactString($0) == ExactString(step.address.identity)
        } ?? false
      } ?? identifiers.first ?? "id"
  }

  package func requests(for step: Step, id: String?) -> [ResourceRequest] { [mainRequest(for: step, id: id)] }

  /// The create, full replace or delete of the record itself.
  package func mainRequest(for step: Step, id: String?) -> ResourceRequest {
    let item = id.map { path + "/" + PercentEncoding.pathSegment($0) } ?? path
    switch step.action {
    case .create: return ResourceRequest(method: "POST", path: path, body: step.body, secrets: step.secrets)
    case .update: return ResourceRequest(method: "PUT", path: item, body: step.body, secrets: step.secrets)
    case .delete: return ResourceRequest(method: "DELETE", path: item)
    }
  }
}
