import ThunderID

/// Finds records by the value of an attribute in constant time. Values are told apart by their bytes.
struct ValueIndex: Sendable {
  private var places: [String: [[UInt8]: [String]]] = [:]

  /// An index over these attributes, empty so far.
  init(names: some Sequence<String>) {
    for name in names { places[name] = [:] }
  }

  func covers(_ name: String) -> Bool { places[name] != nil }

  /// The ids of the records whose attribute has that value.
  func ids(_ name: String, _ value: JSONValue) -> [String] { places[name]?[value.bytes()] ?? [] }

  mutating func insert(_ id: String, _ attributes: JSONObject?) {
    change(attributes) { $0.append(id) }
  }

  mutating func remove(_ id: String, _ attributes: JSONObject?) {
    change(attributes) { ids in ids.removeAll { $0 == id } }
  }

  private mutating func change(_ attributes: JSONObject?, _ body: (inout [String]) -> Void) {
    for (name, value) in attributes ?? JSONObject() where places[name] != nil {
      let key = value.bytes()
      body(&places[name, default: [:]][key, default: []])
      if places[name]?[key]?.isEmpty == true { places[name]?[key] = nil }
    }
  }
}
