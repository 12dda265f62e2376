/// Records in the order they were added, found by id in constant time.
struct Table<Record: Sendable>: Sendable {
  private var slots: [Record?] = []
  private var places: [String: Int] = [:]

  var count: Int { places.count }

  subscript(id: String) -> Record? { places[id].flatMap { slots[$0] } }

  func contains(_ id: String) -> Bool { places[id] != nil }

  mutating func append(_ record: Record, id: String) {
    places[id] = slots.count
    slots.append(record)
  }

  mutating func replace(_ id: String, with record: Record) {
    guard let place = places[id] else { return }
    slots[place] = record
  }

  mutating func remove(_ id: String) {
    guard let place = places.removeValue(forKey: id) else { return }
    slots[place] = nil
  }

  /// The records from `offset` on, at most `limit`; a table that lost records is closed up first.
  mutating func page(offset: Int, limit: Int) -> [Record] {
    closeUp()
    guard offset < slots.count else { return [] }
    return slots[offset..<min(slots.count, offset + limit)].compactMap { $0 }
  }

  /// All records, in order.
  var all: some Sequence<Record> { slots.lazy.compactMap { $0 } }

  private mutating func closeUp() {
    guard slots.count != places.count else { return }
    var next = 0
    var moved = Array(repeating: -1, count: slots.count)
    for (place, slot) in slots.enumerated() where slot != nil {
      moved[place] = next
      next += 1
    }
    slots.removeAll { $0 == nil }
    places = places.mapValues { moved[$0] }
  }
}
