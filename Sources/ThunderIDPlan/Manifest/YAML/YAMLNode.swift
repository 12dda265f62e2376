/// A piece of YAML with its place: what libyaml's events make, aliases and merge keys resolved.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    /// A scalar; `isPlain` where it stands without quotes, so that readers may guess its type.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
  }

  /// What a tag says of a node. One byte, since a file of 100,000 items holds a million nodes; and a tag that nobody
  /// knows may be the beginning of a secret without quotes, so that its name must be told nowhere.
  package enum Tag: UInt8, Sendable {
    /// `!secret`
    case secret
    case unknown
  }

  package var content: Content
  /// The tag; nil for none and for those of the core schema, which the content follows.
  package var tag: Tag?
  package var mark: YAMLMark

  package init(_ content: Content, tag: Tag? = nil, mark: YAMLMark) {
    self.content = content
    self.tag = tag
    self.mark = mark
  }

  package var pairs: [YAMLPair]? { if case .mapping(let pairs) = content { pairs } else { nil } }
  package var elements: [YAMLNode]? { if case .sequence(let elements) = content { elements } else { nil } }
  package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The value of a key, when this is a mapping that has it.
  package subscript(key: String) -> YAMLNode? { pairs?.first { $0.key.hasSameBytes(as: key) }?.value }

  /// Whether this is nothing at all: an empty plain scalar, `~` or `null`.
  package var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content { text.isEmpty || text == "~" || text == "null" } else { false }
  }

  /// What it is, for people.
  package var word: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// One key of a mapping and its value.
package struct YAMLPair: Sendable {
  package var key: String
  package var keyMark: YAMLMark
  package var value: YAMLNode

  package init(key: String, keyMark: YAMLMark, value: YAMLNode) {
    self.key = key
    self.keyMark = keyMark
    self.value = value
  }

  /// Whether both keys are the same bytes; Swift's == folds canonical equivalents.
  func isSameKey(as other: YAMLPair) -> Bool { key.hasSameBytes(as: other.key) }

  /// The pair taken out of a mapping that has this tag, which goes on for the value: `!secret` holds for all inside.
  func tagged(_ tag: YAMLNode.Tag?) -> YAMLPair {
    var pair = self
    pair.value.tag = value.tag ?? tag
    return pair
  }
}

/// A line and a column, from 1; the column counts characters.
package struct YAMLMark: Sendable, Hashable {
  package static let start = YAMLMark(line: 1, column: 1)

  package var line: Int32
  package var column: Int32

  package init(line: Int, column: Int) {
    self.line = Int32(clamping: line)
    self.column = Int32(clamping: column)
  }
}

/// Why a text is no YAML that this tool reads, and where.
package struct YAMLError: Error, Sendable, Hashable {
  package var code: String
  package var message: String
  package var hint: String?
  package var mark: YAMLMark

  package init(code: String = "yaml-syntax", _ message: String, hint: String? = nil, at mark: YAMLMark) {
    self.code = code
    self.message = message
    self.hint = hint
    self.mark = mark
  }

  static func tooDeep(_ mark: YAMLMark) -> YAMLError {
    YAMLError(code: "depth", "nested deeper than \(YAMLParser.depthLimit) levels", at: mark)
  }
}
