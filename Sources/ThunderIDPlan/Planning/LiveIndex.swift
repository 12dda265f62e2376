import ThunderID

/// Finds live resources of one kind by id and by identifier.
package struct LiveIndex {
  private let kind: any Kind
  package let resources: [LiveResource]
  private var byID: [String: Int] = [:]
  private var byIdentifier: [String: [ExactString: [Int]]] = [:]

  package init(kind: any Kind, resources: [LiveResource], identifiers: Set<String>) {
    self.kind = kind
    self.resources = resources
    byID.reserveCapacity(resources.count)
    for (index, resource) in resources.enumerated() { byID[resource.id] = index }
    for identifier in identifiers {
      var table: [ExactString: [Int]] = [:]
      table.reserveCapacity(resources.count)
      for (index, resource) in resources.enumerated() {
        if let value = kind.identity(identifier, of: resource.record) {
          table[ExactString(value), default: []].append(index)
        }
      }
      byIdentifier[identifier] = table
    }
  }

  package func resource(id: String) -> LiveResource? { byID[id].map { resources[$0] } }

  package func resources(_ identifier: String, _ value: String) -> [LiveResource] {
    (byIdentifier[identifier]?[ExactString(value)] ?? []).map { resources[$0] }
  }
}
