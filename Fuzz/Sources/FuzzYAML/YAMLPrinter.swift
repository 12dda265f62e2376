import ThunderIDPlan

/// Writes nodes as YAML in flow style, every text in double quotes.
struct YAMLPrinter {
  private(set) var text = ""
  private var room = 5000

  /// Appends a node; false where it is too large to be worth it, or has a tag that is not kept.
  mutating func print(_ node: YAMLNode) -> Bool {
    room -= 1
    guard room > 0, node.tag != .unknown else { return false }
    if node.tag == .secret { text += "!secret " }
    switch node.content {
    case .scalar(let scalar, _): quote(scalar)
    case .sequence(let elements):
      text += "["
      for element in elements {
        guard print(element) else { return false }
        text += ","
      }
      text += "]"
    case .mapping(let pairs):
      text += "{"
      for pair in pairs {
        // With a question mark a key may be of any length.
        text += "? "
        quote(pair.key)
        text += " : "
        guard print(pair.value) else { return false }
        text += ","
      }
      text += "}"
    }
    return true
  }

  private mutating func quote(_ scalar: String) {
    text += "\""
    for character in scalar.unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case " "..."~": text.unicodeScalars.append(character)
      default:
        let digits = String(character.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    text += "\""
  }
}
