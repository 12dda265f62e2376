/// Makes nodes of events with a stack of its own, and resolves aliases and merge keys within limits.
struct TreeBuilder {
  private(set) var documents: [YAMLNode] = []
  private var open: [Frame] = []
  private var anchors: [String: (node: YAMLNode, extent: Extent)] = [:]
  private var expanded = 0

  /// How much a node holds.
  private struct Extent {
    /// How many nodes, itself counted.
    var size = 1
    /// How many collections stand in one another, itself counted.
    var depth = 0
  }

  /// A collection under construction.
  private struct Frame {
    var isMapping: Bool
    var tag: String?
    var anchor: String?
    var mark: YAMLMark
    var elements: [YAMLNode] = []
    var pairs: [YAMLPair] = []
    var key: (text: String, mark: YAMLMark, isPlain: Bool)?
    var keys = KeyTable()
    var merge: YAMLNode?
    var extent = Extent(size: 1, depth: 1)
  }

  mutating func take(_ event: YAMLEvent) throws {
    switch event {
    case .scalar(let text, let isPlain, let tag, let anchor, let mark):
      try add(YAMLNode(.scalar(text, isPlain: isPlain), tag: own(tag), mark: mark), Extent(), anchor: anchor)
    case .sequenceStart(let tag, let anchor, let mark): try push(isMapping: false, tag, anchor, mark)
    case .mappingStart(let tag, let anchor, let mark): try push(isMapping: true, tag, anchor, mark)
    case .alias(let name, let mark):
      guard let (node, extent) = anchors[name] else {
        // Not by its name: a secret without quotes may begin with *.
        throw YAMLError(
          code: "alias", "this alias names nothing that is complete here",
          hint: "set it with & before, or put quotes around a text that starts with *", at: mark)
      }
      try expand(by: extent.size, at: mark)
      guard open.count + extent.depth <= YAMLParser.depthLimit else { throw TreeBuilder.tooDeep(mark) }
      var copy = node
      copy.mark = mark
      try add(copy, extent, anchor: nil)
    case .end: try pop()
    case .documentEnd: anchors.removeAll()
    }
  }

  private func own(_ tag: String?) -> String? {
    guard let tag, !tag.hasPrefix("tag:yaml.org,2002:"), tag != "!" else { return nil }
    return tag
  }

  private static func tooDeep(_ mark: YAMLMark) -> YAMLError {
    YAMLError(code: "depth", "nested deeper than \(YAMLParser.depthLimit) levels", at: mark)
  }

  private mutating func push(isMapping: Bool, _ tag: String?, _ anchor: String?, _ mark: YAMLMark) throws {
    guard open.count < YAMLParser.depthLimit else { throw TreeBuilder.tooDeep(mark) }
    if let frame = open.last, frame.isMapping, frame.key == nil {
      throw YAMLError(code: "key", "a key must be a single text", at: mark)
    }
    open.append(Frame(isMapping: isMapping, tag: own(tag), anchor: anchor, mark: mark))
  }

  private mutating func pop() throws {
    guard var frame = open.popLast() else { return }
    if let merge = frame.merge { try apply(merge, to: &frame) }
    let content: YAMLNode.Content = frame.isMapping ? .mapping(frame.pairs) : .sequence(frame.elements)
    try add(YAMLNode(content, tag: frame.tag, mark: frame.mark), frame.extent, anchor: frame.anchor)
  }

  /// Puts a finished node where it belongs.
  private mutating func add(_ node: YAMLNode, _ extent: Extent, anchor: String?) throws {
    if let anchor { anchors[anchor] = (node, extent) }
    guard !open.isEmpty else {
      if !node.isNull { documents.append(node) }
      return
    }
    let last = open.count - 1
    open[last].extent.size += extent.size
    open[last].extent.depth = max(open[last].extent.depth, extent.depth + 1)
    guard open[last].isMapping else {
      open[last].elements.append(node)
      return
    }
    guard let key = open[last].key else {
      guard case .scalar(let text, let isPlain) = node.content else {
        throw YAMLError(code: "key", "a key must be a single text", at: node.mark)
      }
      if let first = open[last].keys.insert(text, at: node.mark) {
        throw YAMLError(
          code: "duplicate-key", "the key '\(text)' stands twice in one mapping, first in line \(first.line)",
          hint: "keep one of them", at: node.mark)
      }
      open[last].key = (text, node.mark, isPlain)
      return
    }
    open[last].key = nil
    if key.text == "<<", key.isPlain {
      open[last].merge = node
    } else {
      open[last].pairs.append(YAMLPair(key: key.text, keyMark: key.mark, value: node))
    }
  }

  private mutating func expand(by size: Int, at mark: YAMLMark) throws {
    expanded += size
    guard expanded <= YAMLParser.expansionLimit else {
      throw YAMLError(
        code: "expansion", "aliases expand to more than \(YAMLParser.expansionLimit) values",
        hint: "write the values out",
        at: mark)
    }
  }

  /// Adds the keys of merged mappings that the mapping itself does not have; of several the first wins.
  private mutating func apply(_ merge: YAMLNode, to frame: inout Frame) throws {
    let sources = merge.elements ?? [merge]
    for source in sources {
      guard let pairs = source.pairs else {
        throw YAMLError(code: "merge", "<< takes a mapping or a list of mappings", at: merge.mark)
      }
      for pair in pairs where frame.keys.insert(pair.key, at: pair.keyMark) == nil {
        try expand(by: 1, at: merge.mark)
        frame.pairs.append(pair.tagged(source.tag))
      }
    }
  }
}

/// The keys of one mapping, told apart by their bytes: a walk while there are few, a table when there are many.
private struct KeyTable {
  private var few: [(key: String, mark: YAMLMark)] = []
  private var many: [ExactString: YAMLMark] = [:]

  /// Adds a key; gives the place of the earlier one where it is there already.
  mutating func insert(_ key: String, at mark: YAMLMark) -> YAMLMark? {
    if many.isEmpty {
      if let first = few.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return first.mark }
      few.append((key, mark))
      if few.count > 16 {
        many = Dictionary(few.map { (ExactString($0.key), $0.mark) }, uniquingKeysWith: { first, _ in first })
      }
      return nil
    }
    if let first = many[ExactString(key)] { return first }
    many[ExactString(key)] = mark
    return nil
  }
}
