import ThunderID

/// Finds live resources of one kind by id and by identifier.
package struct LiveIndex {
  private let kind: any Kind
  package let resources: [LiveResource]
  private var byID: [String: Int] = [:]
  private var byIdentifier: [String: Table] = [:]

  /// Most values belong to one resource: a list for each would cost more than all else.
  private struct Table {
    var first: [ExactString: Int] = [:]
    var others: [ExactString: [Int]] = [:]
  }

  package init(kind: any Kind, resources: [LiveResource], identifiers: Set<String>) {
    self.kind = kind
    self.resources = resources
    byID.reserveCapacity(resources.count)
    for (index, resource) in resources.enumerated() { byID[resource.id] = index }
    for identifier in identifiers {
      var table = Table()
      table.first.reserveCapacity(resources.count)
      for (index, resource) in resources.enumerated() {
        guard let value = kind.identity(identifier, of: resource.record).map(ExactString.init) else { continue }
        if table.first[value] == nil {
          table.first[value] = index
        } else {
          table.others[value, default: []].append(index)
        }
      }
      byIdentifier[identifier] = table
    }
  }

  package func resource(id: String) -> LiveResource? { byID[id].map { resources[$0] } }

  package func resources(_ identifier: String, _ value: String) -> [LiveResource] {
    let value = ExactString(value)
    guard let table = byIdentifier[identifier], let first = table.first[value] else { return [] }
    return [resources[first]] + (table.others[value] ?? []).map { resources[$0] }
  }
}
