import ThunderID

/// Dotted paths into attributes: `address.city`.
enum AttributePath {
  static func value(_ path: String, in attributes: JSONObject?) -> JSONValue? {
    guard let attributes else { return nil }
    var value = JSONValue.object(attributes)
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard let next = value[String(step)] else { return nil }
      value = next
    }
    return value
  }
}
