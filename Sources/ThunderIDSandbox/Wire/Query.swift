/// The query of a URL, decoded; the first of several values of a name counts, as on the server.
struct Query {
  private let items: [(name: String, value: String)]

  init(_ text: Substring) {
    items = text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Query.decode(parts[0]), parts.count > 1 ? Query.decode(parts[1]) : "")
    }
  }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  var includesDisplay: Bool { self["include"] == "display" }

  /// Percent-decoding with `+` for a space; what is no escape stays as it is.
  static func decode(_ text: Substring, plusIsSpace: Bool = true) -> String {
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), plusIsSpace {
        out.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hex(rest[rest.startIndex]),
        let low = hex(rest[rest.startIndex + 1])
      {
        out.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
