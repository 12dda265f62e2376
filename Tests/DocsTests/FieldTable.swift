import ThunderID
import ThunderIDPlan

/// The Markdown tables of the manifest reference, read from the kinds' own rules.
enum FieldTable {
  static func markdown(of kind: any Kind) -> String {
    let heading = "### \(kind.name)\n\n"
    let identity = "Identified by \(kind.identifiers.map { "`\($0)`" }.joined(separator: ", then "))"
    let renames =
      kind.secondaryIdentifiers.isEmpty
      ? "." : "; a rename is recognised by \(kind.secondaryIdentifiers.map { "`\($0)`" }.joined(separator: ", "))."
    return heading + identity + renames + "\n\n" + header
      + rows(of: kind.rules, under: "").joined(separator: "\n") + "\n"
  }

  /// The one keyed list, which applications and agents share: a table of its own.
  static var inboundAuthConfig: String {
    guard case .keyed(_, let rules) = OAuthRules.inboundAuthConfig.shape else { return "" }
    return "### inboundAuthConfig\n\n" + header + rows(of: rules, under: "").joined(separator: "\n") + "\n"
  }

  private static let header = "| field | value | notes | meaning |\n|---|---|---|---|\n"

  private static func rows(of rules: [FieldRule], under prefix: String) -> [String] {
    rules.filter { !$0.traits.contains(.readOnly) }.flatMap { rule -> [String] in
      let path = prefix + rule.name
      let row = "| `\(path)` | \(describe(rule.shape)) | \(notes(of: rule)) | \(rule.doc) |"
      return [row] + nested(in: rule.shape, under: path)
    }
  }

  private static func nested(in shape: FieldRule.Shape, under path: String) -> [String] {
    switch shape {
    case .object(let rules): rows(of: rules, under: path + ".")
    default: []
    }
  }

  private static func describe(_ shape: FieldRule.Shape) -> String {
    switch shape {
    case .text: "text"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .integer: "integer"
    case .boolean: "boolean"
    case .free: "anything"
    case .set(let element): "set of \(describe(element))"
    case .list(let element): "list of \(describe(element))"
    case .keyed(let key, _): "list, one entry per `\(key)`: [its fields](#inboundauthconfig)"
    case .object: "object"
    case .map(let element): "map of \(describe(element))"
    }
  }

  private static func notes(of rule: FieldRule) -> String {
    var notes: [String] = []
    if rule.traits.contains(.required) { notes.append("required") }
    if rule.traits.contains(.immutable) { notes.append("can't change") }
    if rule.traits.contains(.writeOnly) { notes.append("write-only, never shown") }
    if rule.traits.contains(.derived) { notes.append("filled by the server where absent") }
    if let reference = rule.reference { notes.append("becomes `\(reference.becomes)`") }
    if let fallback = rule.fallback { notes.append("default `\(fallback.text())`") }
    return notes.joined(separator: "; ")
  }
}
