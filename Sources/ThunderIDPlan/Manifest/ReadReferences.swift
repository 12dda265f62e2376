/// References that were read before, by the place of their text: those of defaults stand in every item of a file.
final class ReadReferences {
  private var known: [(key: YAMLMark, value: YAMLMark, tag: YAMLNode.Tag?, references: [Reference])] = []
  /// More than any file has as defaults; what is found anew each time would only fill it.
  private static let limit = 8

  func find(_ pair: YAMLPair) -> [Reference]? {
    for entry in known
    where entry.value == pair.value.mark && entry.key == pair.keyMark && entry.tag == pair.value.tag {
      return entry.references
    }
    return nil
  }

  /// Keeps what a key makes, and gives it back.
  func keep(_ references: [Reference]?, _ pair: YAMLPair) -> [Reference]? {
    guard let references else { return nil }
    if known.count == ReadReferences.limit { known.removeFirst() }
    known.append((pair.keyMark, pair.value.mark, pair.value.tag, references))
    return references
  }
}
