import ThunderID

/// What the server holds, as far as a manifest needs it: read once, then a value.
package struct Snapshot: Sendable {
  /// The server's address, for people.
  package var server: String
  /// Live resources by kind, without those that no declared resource could mean.
  package var resources: [String: [LiveResource]]
  /// How many resources of each kind the server has in all; a kind is missing where it was not listed.
  package var totals: [String: Int]
  /// Ids of organization units by path; a path that was asked for and is absent does not exist.
  package var organizationUnits: [ExactString: String]
  /// Flow ids by type and handle.
  package var flows: [FlowKey: String]
  /// Schemas of user and agent types by kind and type name; a kind is missing where its types can't be read.
  package var schemas: [String: [ExactString: TypeSchema]]
  /// Live resources that must not be deleted, by id, and why.
  package var protected: [String: String] = [:]
  /// What goes with a resource when it is deleted, by its id.
  package var consequences: [String: Consequence] = [:]
  /// What could not be read and what follows from that.
  package var warnings: [Diagnostic]

  package init(
    server: String = "", resources: [String: [LiveResource]] = [:], totals: [String: Int] = [:],
    organizationUnits: [ExactString: String] = [:],
    flows: [FlowKey: String] = [:], schemas: [String: [ExactString: TypeSchema]] = [:], warnings: [Diagnostic] = []
  ) {
    self.server = server
    self.resources = resources
    self.totals = totals
    self.organizationUnits = organizationUnits
    self.flows = flows
    self.schemas = schemas
    self.warnings = warnings
  }
}

/// One resource as the server shows it.
package struct LiveResource: Sendable {
  package var id: String
  /// The whole record; list rows of partial kinds are replaced by it before planning.
  package var record: JSONValue

  package init(id: String, record: JSONValue) {
    self.id = id
    self.record = record
  }
}

/// What the delete of one resource drags along.
package struct Consequence: Sendable, Hashable {
  /// How many other objects go with it or lose something.
  package var count: Int
  /// For people: `2 groups lose a member`.
  package var summary: String
  /// Whether the server would leave those objects dangling, so that the delete is refused.
  package var forbids: Bool

  package init(count: Int, summary: String, forbids: Bool = false) {
    self.count = count
    self.summary = summary
    self.forbids = forbids
  }
}

/// What tells a flow: its type and handle.
package struct FlowKey: Hashable, Sendable {
  package var type: String
  package var handle: ExactString

  package init(type: String, handle: String) {
    self.type = type
    self.handle = ExactString(handle)
  }
}
