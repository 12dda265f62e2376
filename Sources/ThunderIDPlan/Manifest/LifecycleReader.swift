import ThunderID

/// Reads `lifecycle:`.
struct LifecycleReader {
  let context: ReadingContext

  static let keys = ["state", "manage", "preventDestroy", "ignoreChanges", "renamedFrom"]

  func read(_ node: YAMLNode) -> Lifecycle {
    var lifecycle = Lifecycle()
    guard let pairs = node.pairs else {
      context.report("wrong-type", "lifecycle must be a mapping, found \(node.word)", at: node.mark)
      return lifecycle
    }
    for pair in pairs {
      switch pair.key {
      case "state": choice(pair.value) { lifecycle.state = $0 }
      case "manage": choice(pair.value) { lifecycle.manage = $0 }
      case "preventDestroy":
        switch pair.value.content {
        case .scalar("true", isPlain: true): lifecycle.preventDestroy = true
        case .scalar("false", isPlain: true): lifecycle.preventDestroy = false
        default: context.report("wrong-type", "preventDestroy must be true or false", at: pair.value.mark)
        }
      case "ignoreChanges": lifecycle.ignoreChanges = pointers(pair.value)
      case "renamedFrom":
        if let text = pair.value.scalar, let name = context.expand(text, at: pair.value.mark), !name.isEmpty {
          lifecycle.renamedFrom = name
        } else {
          context.report("wrong-type", "renamedFrom must be the former identity", at: pair.value.mark)
        }
      default: context.reportUnknown(pair, known: LifecycleReader.keys)
      }
    }
    return lifecycle
  }

  private func choice<Value: RawRepresentable & CaseIterable>(_ node: YAMLNode, _ set: (Value) -> Void)
  where Value.RawValue == String {
    if let value = node.scalar.flatMap(Value.init(rawValue:)) { return set(value) }
    let words = Value.allCases.map(\.rawValue)
    context.report(
      "choice", "expected one of: \(words.joined(separator: ", "))", at: node.mark,
      hint: node.scalar.flatMap { Spelling.nearest(to: $0, in: words) }.map { "did you mean '\($0)'?" })
  }

  private func pointers(_ node: YAMLNode) -> [JSONPointer] {
    guard let elements = node.elements else {
      context.report("wrong-type", "ignoreChanges must be a list of JSON pointers, found \(node.word)", at: node.mark)
      return []
    }
    return elements.compactMap { element in
      if let text = element.scalar, let pointer = JSONPointer(text), !pointer.tokens.isEmpty { return pointer }
      context.report(
        "wrong-type", "expected a JSON pointer such as /description", at: element.mark,
        hint: element.scalar.map { "did you mean '/\($0)'?" })
      return nil
    }
  }
}
