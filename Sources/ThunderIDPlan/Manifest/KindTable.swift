import ThunderID

/// A kind's field rules, arranged for reading many items: each key of each item is looked up.
struct KindTable: Sendable {
  let kind: any Kind
  let name: String
  let required: [FieldRule]
  /// The keys that a manifest may give.
  let keys: [String]
  /// The kind's identifiers with the way to each in a body, where it has one.
  let identifiers: [(name: String, way: [String]?)]
  private let names: TextTable
  /// By the number of the name.
  private let entries: [Entry]

  /// What is known of one key; an object, since handing a rule about costs more than to look it up.
  final class Entry: Sendable {
    /// What the key is to the reader.
    enum Role: Sendable {
      case lifecycle, id, identifiedBy
      case reference(ReferenceRule)
      case field
      /// A wire name that other keys stand for.
      case none
    }

    let role: Role
    let rule: FieldRule?
    /// The wire field that the key sets: `ou`, `ouHandle` and `ouId` are one.
    let meaning: String
    /// A number for ``meaning`` within the table.
    let field: Int
    /// Whether other keys may set that field too.
    let isShared: Bool

    init(_ role: Role, rule: FieldRule?, meaning: String, field: Int, isShared: Bool) {
      self.role = role
      self.rule = rule
      self.meaning = meaning
      self.field = field
      self.isShared = isShared
    }
  }

  static let all = Kinds.all.map { KindTable($0) }

  init(_ kind: any Kind) {
    self.kind = kind
    name = kind.name
    let rules = kind.rules
    required = rules.filter { $0.traits.contains(.required) }
    keys = rules.filter { !$0.traits.contains(.readOnly) }.map(\.name) + ["lifecycle"]
    identifiers = kind.identifiers.map { ($0, kind.pointer(to: $0)?.tokens) }
    let shared = Set(rules.compactMap { $0.reference?.becomes })
    var names = TextTable()
    var fields = TextTable()
    var entries: [Entry] = []
    func add(_ name: String, _ role: Entry.Role, _ rule: FieldRule?, _ meaning: String, isShared: Bool) {
      guard names.insert(name).isNew else { return }
      entries.append(
        Entry(role, rule: rule, meaning: meaning, field: fields.insert(meaning).number, isShared: isShared))
    }
    for rule in rules {
      let field = rule.reference?.becomes
      let role: Entry.Role =
        switch rule.name {
        case "id": .id
        case "identifiedBy": .identifiedBy
        default: rule.reference.map { .reference($0) } ?? .field
        }
      add(rule.name, role, rule, field ?? rule.name, isShared: field != nil || shared.contains(rule.name))
    }
    add("lifecycle", .lifecycle, nil, "lifecycle", isShared: false)
    add("id", .id, nil, "id", isShared: false)
    for field in shared.sorted() { add(field, .none, nil, field, isShared: true) }
    self.names = names
    self.entries = entries
  }

  /// What is known of a key; nil for one that a manifest can't give.
  func entry(_ key: String) -> Entry? { names.find(key).map { entries[$0] } }
}
