/// A kind's field rules, arranged for reading many items: each key of each item is looked up.
struct KindTable: Sendable {
  let kind: any Kind
  let required: [FieldRule]
  /// The keys that a manifest may give.
  let keys: [String]
  private let entries: [String: Entry]

  /// What is known of one key; an object, since handing a rule about costs more than to look it up.
  private final class Entry: Sendable {
    let rule: FieldRule?
    let meaning: String
    let isShared: Bool

    init(rule: FieldRule?, meaning: String, isShared: Bool) {
      self.rule = rule
      self.meaning = meaning
      self.isShared = isShared
    }
  }

  static let all = Kinds.all.map { KindTable($0) }

  init(_ kind: any Kind) {
    self.kind = kind
    let rules = kind.rules
    required = rules.filter { $0.traits.contains(.required) }
    keys = rules.filter { !$0.traits.contains(.readOnly) }.map(\.name) + ["lifecycle"]
    let shared = Set(rules.compactMap { $0.reference?.becomes })
    var entries: [String: Entry] = [:]
    for rule in rules where entries[rule.name] == nil {
      let field = rule.reference?.becomes
      entries[rule.name] = Entry(
        rule: rule, meaning: field ?? rule.name, isShared: field != nil || shared.contains(rule.name))
    }
    for field in shared where entries[field] == nil {
      entries[field] = Entry(rule: nil, meaning: field, isShared: true)
    }
    self.entries = entries
  }

  private func entry(_ key: String) -> Entry? {
    guard let entry = entries[key] else { return nil }
    // Keys of a dictionary fold canonical equivalents.
    return (entry.rule?.name ?? entry.meaning).hasSameBytes(as: key) ? entry : nil
  }

  /// The rule of that name.
  subscript(key: String) -> FieldRule? { entry(key)?.rule }

  /// The wire field that a key sets: `ou`, `ouHandle` and `ouId` are one.
  func meaning(_ key: String) -> String { entry(key)?.meaning ?? key }

  /// The wire field that a key sets, where other keys may set it too.
  func sharedMeaning(_ key: String) -> String? {
    guard let entry = entry(key), entry.isShared else { return nil }
    return entry.meaning
  }
}
