import ThunderID

/// Reads the value of a field by its rule: scalars by the shape that the rule gives, secrets into a place of their own.
struct ValueReader {
  let context: ReadingContext
  var secrets: [SecretField] = []
  /// The way to the value that is being read; a pointer is made of it where one is needed.
  private var path: [String] = []

  init(_ context: ReadingContext) { self.context = context }

  /// The value; nil where it is faulty, which is reported, or a secret, which is kept apart.
  ///
  /// - Parameter isOpen: whether the live schema has the last word on scalars.
  mutating func read(
    _ node: YAMLNode, _ shape: FieldRule.Shape, at key: String, isSensitive: Bool = false, isOpen: Bool = false
  ) -> LocatedValue? {
    path.append(key)
    defer { path.removeLast() }
    return read(node, shape, isSensitive: isSensitive, isOpen: isOpen)
  }

  private mutating func read(
    _ node: YAMLNode, _ shape: FieldRule.Shape, isSensitive: Bool, isOpen: Bool
  ) -> LocatedValue? {
    guard let isTagged = sensitivity(node) else { return nil }
    let isSensitive = isSensitive || isTagged
    let place = context.place(node.mark)
    if node.isNull { return LocatedValue(.null, at: place) }
    switch (shape, node.content) {
    case (.object(let rules), .mapping(let pairs)):
      return LocatedValue(.object(members(pairs, rules, isSensitive: isSensitive)), at: place)
    case (.map(let inner), .mapping(let pairs)):
      var members: [LocatedMember] = []
      members.reserveCapacity(pairs.count)
      for pair in pairs {
        guard let value = read(pair.value, inner, at: pair.key, isSensitive: isSensitive, isOpen: isOpen) else {
          continue
        }
        members.append(LocatedMember(key: pair.key, keyLocation: context.place(pair.keyMark), value: value))
      }
      return LocatedValue(.object(members), at: place)
    case (.set(let inner), .sequence(let elements)), (.list(let inner), .sequence(let elements)):
      return list(elements, inner, place, isSensitive: isSensitive, isOpen: isOpen)
    case (.keyed(let key, let rules), .sequence(let elements)):
      refuseRepeats(elements, key: key)
      return list(elements, .object(rules), place, isSensitive: isSensitive, isOpen: isOpen)
    case (.free, .mapping): return read(node, .map(.free), isSensitive: isSensitive, isOpen: isOpen)
    case (.free, .sequence): return read(node, .list(.free), isSensitive: isSensitive, isOpen: isOpen)
    case (_, .scalar(let text, let isPlain)) where shape.takesScalar:
      return scalar(text, isPlain, shape, node.mark, isSensitive: isSensitive, isOpen: isOpen).map {
        LocatedValue($0, at: place, isSensitive: isSensitive)
      }
    default:
      context.report("wrong-type", "expected \(shape.word), found \(node.word)", at: node.mark)
      return nil
    }
  }

  /// A secret by its place; nothing for null.
  mutating func readSecret(_ node: YAMLNode, at pointer: JSONPointer) {
    // A secret without quotes may begin with an exclamation mark: its tag is named nowhere.
    if node.tag == .unknown {
      context.report(
        "unknown-tag", "a tag stands here that this tool does not know", at: node.mark,
        hint: "put quotes around a text that starts with !")
      return
    }
    guard !node.isNull else { return }
    guard case .scalar(let text, _) = node.content else {
      context.report("wrong-type", "expected text, found \(node.word)", at: node.mark)
      return
    }
    guard let value = context.expand(text, at: node.mark), !refusesMask(value, node.mark) else { return }
    guard !value.isEmpty else {
      context.report("empty-secret", "a secret can't be empty", at: node.mark)
      return
    }
    let place = context.place(node.mark)
    secrets.append(
      SecretField(
        pointer: pointer,
        secret: Secret(value, origin: Template.isReference(text) ? .template(text, at: place) : .literal(at: place)),
        location: place))
  }

  private mutating func list(
    _ elements: [YAMLNode], _ shape: FieldRule.Shape, _ place: SourceLocation, isSensitive: Bool, isOpen: Bool
  ) -> LocatedValue {
    let values = elements.enumerated().compactMap { index, element in
      read(element, shape, at: String(index), isSensitive: isSensitive, isOpen: isOpen)
    }
    return LocatedValue(.list(values), at: place)
  }

  private mutating func members(
    _ pairs: [YAMLPair], _ rules: [FieldRule], isSensitive: Bool
  ) -> [LocatedMember] {
    pairs.compactMap { pair in
      guard let rule = rules[pair.key] else {
        context.reportUnknown(pair, known: rules.map(\.name))
        return nil
      }
      if rule.traits.contains(.writeOnly) {
        readSecret(pair.value, at: JSONPointer(path + [pair.key]))
        return nil
      }
      return read(pair.value, rule.shape, at: pair.key, isSensitive: isSensitive, isOpen: false).map {
        LocatedMember(key: pair.key, keyLocation: context.place(pair.keyMark), value: $0)
      }
    }
  }

  private func refuseRepeats(_ elements: [YAMLNode], key: String) {
    var seen: [String: YAMLMark] = [:]
    for element in elements {
      guard let pairs = element.pairs else { continue }
      guard let node = pairs.first(where: { $0.key == key })?.value, let value = node.scalar else {
        context.report("missing-field", "'\(key)' is missing", at: element.mark)
        continue
      }
      if let first = seen.updateValue(node.mark, forKey: value) {
        context.report("duplicate-entry", "\(key) '\(value)' stands twice, first in line \(first.line)", at: node.mark)
      }
    }
  }

  /// Whether the tag makes the value a secret; nil for a tag that nobody knows, which is reported.
  private func sensitivity(_ node: YAMLNode) -> Bool? {
    guard node.tag != .unknown else {
      context.report(
        "unknown-tag", "a tag stands here that this tool does not know", at: node.mark,
        hint: "the only tag is !secret; put quotes around a text that starts with !")
      return nil
    }
    return node.tag == .secret
  }

  private func scalar(
    _ written: String, _ isPlain: Bool, _ shape: FieldRule.Shape, _ mark: YAMLMark, isSensitive: Bool, isOpen: Bool
  ) -> LocatedValue.Content? {
    guard let text = context.expand(written, at: mark), !refusesMask(text, mark) else { return nil }
    if case .text = shape { return .text(text) }
    let isExpanded = Template.isTemplate(written)
    if case .free = shape, isPlain, !isExpanded {
      switch PlainScalar(text) {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case .number(let number): return .number(number)
      case .text: return .text(text)
      case .ambiguous where isOpen: return .ambiguous(text)
      case .ambiguous: break
      }
    }
    // What a variable brings may be a secret that somebody put into the wrong field.
    let shown = isSensitive ? "a sensitive value" : isExpanded ? "the value of '\(written)'" : "'\(text)'"
    let isShown = !isSensitive && !isExpanded
    switch shape {
    case .choice(let words):
      if words.contains(text) { return .text(text) }
      let near = isShown ? Spelling.nearest(to: text, in: words).map { "did you mean '\($0)'?" } : nil
      context.report("choice", "\(shown) is not one of: \(words.joined(separator: ", "))", at: mark, hint: near)
      return nil
    case .integer:
      if isPlain || isExpanded, case .number(let number) = PlainScalar(text), number.int != nil {
        return .number(number)
      }
      return wrong(shown, "a whole number", mark, isPlain)
    case .boolean:
      if isPlain || isExpanded, case .bool(let value) = PlainScalar(text) { return .bool(value) }
      return wrong(shown, "true or false", mark, isPlain)
    default:
      guard isPlain, !isExpanded else { return .text(text) }
      context.report(
        "ambiguous-scalar", "YAML readers disagree on what \(isShown ? text : shown) means", at: mark,
        hint: isShown ? "write \"\(text)\" if text is meant" : "put quotes around it if text is meant")
      return nil
    }
  }

  private func wrong(_ shown: String, _ word: String, _ mark: YAMLMark, _ isPlain: Bool) -> LocatedValue.Content? {
    context.report(
      "wrong-type", "expected \(word), found \(shown)", at: mark, hint: isPlain ? nil : "write it without quotes")
    return nil
  }

  /// Refuses what stands in exports in place of a secret: applied, it would become the secret.
  private func refusesMask(_ text: String, _ mark: YAMLMark) -> Bool {
    guard MaskMark.isMask(text) else { return false }
    context.report(
      "mask", "this stands in place of a value that was hidden; it is no value", at: mark,
      hint: "give the value itself, or a variable such as ${NAME}")
    return true
  }
}

/// Texts that tools print in place of a hidden value.
enum MaskMark {
  private static let words: Set<String> = [
    "(sensitive value)", "(sensitive)", "[masked]", "[secret]", "[redacted]", "<masked>", "<redacted>", "<sensitive>",
    "***masked***", "***redacted***",
  ]
  /// What a mask begins with; every scalar of a manifest is asked, few begin so.
  private static let first = Set("(<[*#•".utf8)

  static func isMask(_ text: String) -> Bool {
    guard let byte = text.utf8.first, first.contains(byte) else { return false }
    if text.utf8.count < 20, words.contains(text.lowercased()) { return true }
    guard text.utf8.count >= 3 else { return false }
    if text.allSatisfy({ $0 == "*" || $0 == "•" }) { return true }
    return text.utf8.count >= 5 && text.hasPrefix("##") && text.hasSuffix("##")
  }
}

extension FieldRule.Shape {
  var takesScalar: Bool {
    switch self {
    case .text, .choice, .integer, .boolean, .free: true
    default: false
    }
  }

  /// What the shape takes, for people.
  var word: String {
    switch self {
    case .text: "text"
    case .choice(let words): "one of: \(words.joined(separator: ", "))"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .free: "a value"
    case .set, .list, .keyed: "a list"
    case .object, .map: "a mapping"
    }
  }
}

extension ReadingContext {
  /// Reports a key that nobody knows, with the one that was probably meant.
  func reportUnknown(_ pair: YAMLPair, known: [String]) {
    let near = Spelling.nearest(to: pair.key, in: known)
    report(
      "unknown-key", "unknown key '\(shortened(pair.key))'", at: pair.keyMark,
      hint: near.map { "did you mean '\($0)'?" } ?? "known here: \(known.joined(separator: ", "))")
  }
}
