/// The lines of a manifest that hold a secret in clear, which no message may quote.
///
/// They are found in the events of the YAML, by the names of fields alone: so also where a fault keeps the reader from
/// the field, and where the name is misspelt. What only says where a secret comes from, `${NAME}`, may be shown.
struct SecretLines {
  private(set) var lines: Set<Int> = []
  private var open: [Frame] = []
  private var anchors: [String: ClosedRange<Int>] = [:]
  private var isSecretName: [String: Bool] = [:]

  private struct Frame {
    var isMapping: Bool
    var isSecret: Bool
    var anchor: String?
    var line: Int
    /// Whether the key before makes its value a secret; nil where a key comes next.
    var key: Bool?
  }

  /// Names of fields that the server takes and never shows, and what people call such.
  static let names: [String] = {
    func writeOnly(_ rules: [FieldRule]) -> [String] {
      rules.flatMap { rule in
        (rule.traits.contains(.writeOnly) ? [rule.name] : []) + writeOnly(rule.shape.rules)
      }
    }
    return Array(Set(Kinds.all.flatMap { writeOnly($0.rules) } + ["password", "secret"])).sorted()
  }()

  init(_ bytes: [UInt8]) {
    do {
      try EventSource.forEach(in: bytes) { event in
        guard let known = YAMLEvent(event) else { return }
        // A block scalar ends where the line after it begins.
        take(known, event.end_mark.line + (event.end_mark.column == 0 ? 0 : 1))
      }
    } catch let error as YAMLError {
      let line = Int(error.mark.line)
      if isNextSecret(tag: nil) || bytes.withUnsafeBufferPointer({ namesSecret(line, in: $0) }) { lines.insert(line) }
    } catch {}
  }

  private mutating func take(_ event: YAMLEvent, _ lastLine: Int) {
    switch event {
    case .scalar(let text, let tag, let anchor, let mark):
      let range = Int(mark.line)...max(Int(mark.line), lastLine)
      let isReference = Template.isReference(text) && [nil, "!", "!secret"].contains(tag)
      if !isReference, let anchor { anchors[anchor] = range }
      if let last = open.last, last.isMapping, last.key == nil {
        open[open.count - 1].key = namesSecret(text)
        return
      }
      if !isReference, isNextSecret(tag: tag) { lines.formUnion(range) }
      finishValue()
    case .alias(let name, let mark):
      if let last = open.last, last.isMapping, last.key == nil {
        open[open.count - 1].key = true
        return
      }
      if isNextSecret(tag: nil) { lines.formUnion(anchors[name] ?? Int(mark.line)...Int(mark.line)) }
      finishValue()
    case .sequenceStart(let tag, let anchor, let mark), .mappingStart(let tag, let anchor, let mark):
      var isMapping = false
      if case .mappingStart = event { isMapping = true }
      open.append(
        Frame(isMapping: isMapping, isSecret: isNextSecret(tag: tag), anchor: anchor, line: Int(mark.line)))
    case .end:
      guard let frame = open.popLast() else { return }
      if let anchor = frame.anchor { anchors[anchor] = frame.line...max(frame.line, lastLine) }
      finishValue()
    case .documentEnd: anchors.removeAll()
    }
  }

  private mutating func finishValue() {
    if !open.isEmpty { open[open.count - 1].key = nil }
  }

  private func isNextSecret(tag: String?) -> Bool {
    tag == "!secret" || open.last.map { $0.isSecret || $0.key == true } ?? false
  }

  /// Whether that is a secret field's name, or near enough to be meant as one.
  private mutating func namesSecret(_ key: String) -> Bool {
    if let known = isSecretName[key] { return known }
    let answer = Spelling.nearest(to: key, in: SecretLines.names) != nil
    isSecretName[key] = answer
    return answer
  }

  /// Whether a line that is no YAML has the name of a secret field in it.
  private mutating func namesSecret(_ line: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var current = 1
    var index = 0
    var word: [UInt8] = []
    while index <= bytes.count, current <= line {
      let byte = index < bytes.count ? bytes[index] : 0x0A
      if current == line {
        if (0x41...0x5A).contains(byte & 0xDF) {
          word.append(byte)
        } else {
          if word.count > 2, namesSecret(String(decoding: word, as: UTF8.self)) { return true }
          word.removeAll()
        }
      }
      let length = index < bytes.count ? LineBreak.length(in: bytes, at: index) : 0
      if length > 0 { current += 1 }
      index += max(1, length)
    }
    return false
  }
}

extension FieldRule.Shape {
  /// The rules of the fields inside.
  fileprivate var rules: [FieldRule] {
    switch self {
    case .object(let rules), .keyed(_, let rules): rules
    case .set(let inner), .list(let inner), .map(let inner): inner.rules
    default: []
    }
  }
}
