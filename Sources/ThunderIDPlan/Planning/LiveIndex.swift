import ThunderID

/// Finds live resources of one kind by id and by identifier.
package struct LiveIndex {
  private let kind: any Kind
  package let resources: [LiveResource]
  private var ids = TextTable()
  private var byIdentifier: [String: Table] = [:]

  /// Most values belong to one resource: a list for each would cost more than all else.
  private struct Table {
    var values: TextTable
    /// By the number of the value.
    var first: [Int32] = []
    var others: [Int: [Int]] = [:]
  }

  /// - Parameter hasIDs: whether resources are to be found by id, too.
  package init(kind: any Kind, resources: [LiveResource], identifiers: Set<String>, hasIDs: Bool = true) {
    self.kind = kind
    self.resources = resources
    if hasIDs {
      ids = TextTable(capacity: resources.count)
      for resource in resources { _ = ids.insert(resource.id) }
    }
    for identifier in identifiers {
      var table = Table(values: TextTable(capacity: resources.count))
      table.first.reserveCapacity(resources.count)
      for (index, resource) in resources.enumerated() {
        guard let value = kind.identity(identifier, of: resource.record) else { continue }
        let (number, isNew) = table.values.insert(value)
        if isNew { table.first.append(Int32(index)) } else { table.others[number, default: []].append(index) }
      }
      byIdentifier[identifier] = table
    }
  }

  /// The place of the resource of that id.
  package func place(id: String) -> Int? { ids.find(id) }

  /// The places of the resources of that value.
  package func places(_ identifier: String, _ value: String) -> [Int] {
    guard let table = byIdentifier[identifier], let number = table.values.find(value) else { return [] }
    return [Int(table.first[number])] + (table.others[number] ?? [])
  }
}
