import CYAML

/// Makes nodes of events with a stack of its own, and resolves aliases and merge keys within limits.
struct TreeBuilder {
  /// Faults that the reading goes on after.
  private(set) var faults: [YAMLError] = []
  /// The innermost open collection, kept out of the stack because every event touches it; at first the stream itself,
  /// a list of documents.
  private var top = Frame(isMapping: false, mark: .start, start: 0)
  private var enclosing: [Frame] = []
  /// The members of all open mappings, one after the other, and beside them the numbers of their keys.
  private var pairs: [YAMLPair] = []
  private var numbers: [Int32] = []
  /// The elements of all open lists.
  private var elements: [YAMLNode] = []
  private var keys = TextTable()
  private let mergeKey: Int32
  private var anchors: [ExactString: (node: YAMLNode, size: Int, height: Int)] = [:]
  private var written = 0
  private var expanded = 0

  /// A mapping with more keys has a table of them; below that, looking at each is faster.
  private static let fewKeys = 16

  /// A collection under construction.
  private struct Frame {
    var isMapping: Bool
    var tag: YAMLNode.Tag?
    var mark: YAMLMark
    /// Where its members begin among all that are open.
    var start: Int
    var anchor: String?
    /// The key whose value comes next; negative where a key comes next.
    var key: Int32 = -1
    var keyMark = YAMLMark.start
    var isMergeKey = false
    /// Whether the value that comes next is that of a repeated key, and left out.
    var isRepeated = false
    var merge: YAMLNode?
    /// The lines of its keys, once they are many.
    var table: [Int32: Int32] = [:]
    /// How many nodes it holds, itself counted.
    var size = 1
    /// How many collections deep it is.
    var height = 1
  }

  init() { mergeKey = Int32(keys.insert("<<").number) }

  /// The documents so far; complete at the end of the stream.
  var documents: [YAMLNode] { enclosing.isEmpty ? elements : [] }

  mutating func take(_ event: inout yaml_event_t) throws {
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_SCALAR_EVENT: try scalar(event.data.scalar, mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      try push(isMapping: false, start.tag, start.anchor, mark)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      try push(isMapping: true, start.tag, start.anchor, mark)
    case YAML_ALIAS_EVENT: try alias(String(yaml: event.data.alias.anchor) ?? "", mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try pop()
    case YAML_DOCUMENT_END_EVENT: anchors.removeAll()
    default: break
    }
  }

  private mutating func scalar(_ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar, _ mark: YAMLMark)
    throws
  {
    written += 1
    let bytes = UnsafeBufferPointer(start: UnsafePointer(scalar.value), count: scalar.length)
    var isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    if top.isMapping, top.key < 0, scalar.tag == nil, scalar.anchor == nil {
      return key(keys.number(of: bytes), isPlain: isPlain, mark)
    }
    var tag: YAMLNode.Tag?
    switch String(yaml: scalar.tag) {
    case nil: break
    case "!secret": tag = .secret
    case "!", "tag:yaml.org,2002:str": isPlain = false
    case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
      isPlain = true
    default: tag = .unknown
    }
    let node = YAMLNode(.scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain), tag: tag, mark: mark)
    try add(node, size: 1, height: 0, anchor: String(yaml: scalar.anchor))
  }

  private mutating func alias(_ name: String, _ mark: YAMLMark) throws {
    written += 1
    guard let (node, size, height) = anchors[ExactString(name)] else {
      // Not by its name: a secret without quotes may begin with *.
      faults.append(
        YAMLError(
          code: "alias", "this alias names nothing that is complete here",
          hint: "set it with & before, or put quotes around a text that starts with *", at: mark))
      return try add(YAMLNode(.scalar("", isPlain: true), mark: mark), size: 1, height: 0, anchor: nil)
    }
    try expand(by: size, at: mark)
    guard enclosing.count + height <= YAMLParser.depthLimit else { throw YAMLError.tooDeep(mark) }
    var copy = node
    copy.mark = mark
    try add(copy, size: size, height: height, anchor: nil)
  }

  private mutating func push(
    isMapping: Bool, _ tag: UnsafeMutablePointer<yaml_char_t>?, _ anchor: UnsafeMutablePointer<yaml_char_t>?,
    _ mark: YAMLMark
  ) throws {
    written += 1
    if top.isMapping, top.key < 0 { throw noKey(mark) }
    let kind: YAMLNode.Tag? =
      switch String(yaml: tag) {
      case nil, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq": nil
      case "!secret": .secret
      default: .unknown
      }
    enclosing.append(top)
    top = Frame(
      isMapping: isMapping, tag: kind, mark: mark, start: isMapping ? pairs.count : elements.count,
      anchor: String(yaml: anchor))
  }

  private mutating func pop() throws {
    if let merge = top.merge { try apply(merge) }
    let frame = top
    top = enclosing.removeLast()
    let content: YAMLNode.Content
    if frame.isMapping {
      content = .mapping(Array(pairs[frame.start...]))
      pairs.removeSubrange(frame.start...)
      numbers.removeSubrange(frame.start...)
    } else {
      content = .sequence(Array(elements[frame.start...]))
      elements.removeSubrange(frame.start...)
    }
    try add(
      YAMLNode(content, tag: frame.tag, mark: frame.mark), size: frame.size, height: frame.height,
      anchor: frame.anchor)
  }

  /// Puts a finished node where it belongs.
  private mutating func add(_ node: YAMLNode, size: Int, height: Int, anchor: String?) throws {
    if let anchor { anchors[ExactString(anchor)] = (node, size, height) }
    top.size += size
    if height >= top.height { top.height = height + 1 }
    guard top.isMapping else {
      if !node.isNull || !enclosing.isEmpty { elements.append(node) }
      return
    }
    guard top.key >= 0 else {
      guard case .scalar(let text, let isPlain) = node.content else { throw noKey(node.mark) }
      return key(Int32(keys.insert(text).number), isPlain: isPlain, node.mark)
    }
    if top.isRepeated {
      // Reported already.
    } else if top.isMergeKey {
      top.merge = node
    } else {
      numbers.append(top.key)
      pairs.append(YAMLPair(key: keys.texts[Int(top.key)], keyMark: top.keyMark, value: node))
    }
    top.key = -1
  }

  private mutating func key(_ number: Int32, isPlain: Bool, _ mark: YAMLMark) {
    top.isMergeKey = isPlain && number == mergeKey
    let first = top.isMergeKey ? top.merge?.mark.line : note(number, mark)
    top.isRepeated = first != nil
    if let first {
      faults.append(
        YAMLError(
          code: "duplicate-key",
          "the key '\(shortened(keys.texts[Int(number)]))' stands twice in one mapping, first in line \(first)",
          hint: "keep one of them", at: mark))
    }
    top.key = number
    top.keyMark = mark
  }

  /// Adds a key to those of the innermost mapping; gives the line of the earlier one where it is there already.
  private mutating func note(_ number: Int32, _ mark: YAMLMark) -> Int32? {
    guard numbers.count - top.start > TreeBuilder.fewKeys else {
      for index in top.start..<numbers.count where numbers[index] == number { return pairs[index].keyMark.line }
      return nil
    }
    if top.table.isEmpty {
      for index in top.start..<numbers.count { top.table[numbers[index]] = pairs[index].keyMark.line }
    }
    if let line = top.table[number] { return line }
    top.table[number] = mark.line
    return nil
  }

  private mutating func expand(by size: Int, at mark: YAMLMark) throws {
    expanded += size
    guard expanded <= YAMLParser.expansionLimit + YAMLParser.expansionFactor * written else {
      throw YAMLError(
        code: "expansion", "aliases expand to more than \(YAMLParser.expansionLimit) values",
        hint: "write the values out", at: mark)
    }
  }

  /// Adds the keys of merged mappings that the mapping itself does not have; of several the first wins.
  private mutating func apply(_ merge: YAMLNode) throws {
    for source in merge.elements ?? [merge] {
      guard let members = source.pairs else {
        faults.append(
          YAMLError(code: "merge", "<< takes a mapping or a list of mappings, found \(source.word)", at: merge.mark))
        continue
      }
      for pair in members {
        let number = Int32(keys.insert(pair.key).number)
        guard note(number, pair.keyMark) == nil else { continue }
        try expand(by: 1, at: merge.mark)
        numbers.append(number)
        pairs.append(pair.tagged(source.tag))
      }
    }
  }

  private func noKey(_ mark: YAMLMark) -> YAMLError {
    YAMLError(
      code: "key", "a key must be a single text, found a mapping or a list",
      hint: "put quotes around a text that begins with { or [", at: mark)
  }
}

/// A text as a message quotes it: not whole where it is very long.
func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(57) + "..." : text }
