/// A kind's field rules, arranged for reading many items: each key of each item is looked up.
struct KindTable: Sendable {
  let kind: any Kind
  let required: [FieldRule]
  /// The keys that a manifest may give.
  let keys: [String]
  private let rules: [String: FieldRule]
  private let wireFields: Set<String>

  static let all = Kinds.all.map { KindTable($0) }

  init(_ kind: any Kind) {
    self.kind = kind
    let rules = kind.rules
    required = rules.filter { $0.traits.contains(.required) }
    keys = rules.filter { !$0.traits.contains(.readOnly) }.map(\.name) + ["lifecycle"]
    wireFields = Set(rules.compactMap { $0.reference?.becomes })
    self.rules = Dictionary(rules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The rule of that name.
  subscript(key: String) -> FieldRule? {
    guard let rule = rules[key], rule.name.hasSameBytes(as: key) else { return nil }
    return rule
  }

  /// The wire field that a key sets: `ou`, `ouHandle` and `ouId` are one.
  func meaning(_ key: String) -> String { self[key]?.reference?.becomes ?? key }

  /// The wire field that a key sets, where other keys may set it too.
  func sharedMeaning(_ key: String) -> String? {
    if let field = self[key]?.reference?.becomes { return field }
    return wireFields.contains(key) ? key : nil
  }
}
