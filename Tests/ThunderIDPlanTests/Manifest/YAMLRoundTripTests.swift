import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("YAML: what is printed reads back")
struct YAMLRoundTripTests {
  /// A tree of texts, and its YAML in a random style.
  private indirect enum Tree {
    case text(String)
    case list([Tree])
    case mapping([(String, Tree)])

    var json: JSONValue {
      switch self {
      case .text(let text): .string(text)
      case .list(let elements): .array(elements.map(\.json))
      case .mapping(let pairs): .object(JSONObject(pairs.map { ($0.0, $0.1.json) }))
      }
    }
  }

  private static let texts = [
    "", "a", "no", "0123", "a b", "é", "e\u{301}", "日本", "😀", "a: b", "a #b", "- a", "'", "\"", "\\", "a\nb", "a\n",
    "\n", " a ",
    "{", "[", "*a", "&a", "!a", "%", "@", "`", "|", ">", "?", ":", ",", "~", "null", "<<", "a\tb", "${A}", "\u{85}",
    "\u{2028}x",
    "---", "...", "key", "k2",
  ]

  private static func tree(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
    switch depth > 0 ? Int.random(in: 0...3, using: &random) : 0 {
    case 1: return .list((0..<Int.random(in: 0...4, using: &random)).map { _ in tree(depth - 1, &random) })
    case 2, 3:
      let keys = texts.shuffled(using: &random).prefix(Int.random(in: 0...(depth == 3 ? 30 : 4), using: &random))
      return .mapping(keys.map { ($0, tree(depth - 1, &random)) })
    default: return .text(texts.randomElement(using: &random) ?? "")
    }
  }

  private static func doubleQuoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\u{85}": out += "\\N"
      case "\u{2028}": out += "\\L"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// A scalar in any of the styles that can say it.
  private static func scalar(_ text: String, _ random: inout SeededGenerator) -> String {
    let isWord =
      !text.isEmpty && text != "null"
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    let isOneLine = !text.unicodeScalars.contains { ["\n", "\u{85}", "\u{2028}"].contains($0) }
    switch Int.random(in: 0...2, using: &random) {
    case 0 where isWord: return text
    case 1 where isOneLine: return "'" + text.replacing("'", with: "''") + "'"
    default: return doubleQuoted(text)
    }
  }

  private static func flow(_ tree: Tree, _ random: inout SeededGenerator) -> String {
    switch tree {
    case .text(let text): return scalar(text, &random)
    case .list(let elements): return "[" + elements.map { flow($0, &random) }.joined(separator: ", ") + "]"
    case .mapping(let pairs):
      return "{" + pairs.map { "\(scalar($0.0, &random)) : \(flow($0.1, &random))" }.joined(separator: ", ") + "}"
    }
  }

  private static func block(_ tree: Tree, _ indent: String, _ random: inout SeededGenerator) -> String {
    switch tree {
    case .list(let elements) where !elements.isEmpty && Int.random(in: 0...3, using: &random) > 0:
      return elements.map { "\n\(indent)- \(block($0, indent + "  ", &random))" }.joined()
    case .mapping(let pairs) where !pairs.isEmpty && Int.random(in: 0...3, using: &random) > 0:
      return pairs.map { "\n\(indent)\(scalar($0.0, &random)): \(block($0.1, indent + "  ", &random))" }.joined()
    case .text(let text) where !indent.isEmpty && text.hasPrefix("a") && text.hasSuffix("\n"):
      return "|\n" + text.dropLast().split(separator: "\n").map { indent + $0 }.joined(separator: "\n")
    default: return flow(tree, &random)
    }
  }

  /// The node without styles.
  private func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .scalar(let text, _): .string(text)
    case .sequence(let elements): .array(elements.map(json))
    case .mapping(let pairs): .object(JSONObject(pairs.map { ($0.key, json($0.value)) }))
    }
  }

  @Test("random trees in random styles read back equal", arguments: 0..<300)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let tree = Tree.mapping([("top", Self.tree(4, &random))])
    let text = Self.block(tree, "", &random) + "\n"
    #expect(try YAMLParser.documents(Array(text.utf8)).map(json).map { $0.text() } == [tree.json.text()], "\(text)")
    let lines = text.replacing("\n", with: "\r\n")
    #expect(try YAMLParser.documents(Array(lines.utf8)).map(json).map { $0.text() } == [tree.json.text()], "\(lines)")
  }
}
