import CYAML

/// An event of libyaml in Swift's own terms, for readers to whom speed means little.
enum YAMLEvent {
  case scalar(String, tag: String?, anchor: String?, at: YAMLMark)
  case sequenceStart(tag: String?, anchor: String?, at: YAMLMark)
  case mappingStart(tag: String?, anchor: String?, at: YAMLMark)
  case alias(String, at: YAMLMark)
  case end
  case documentEnd

  /// nil for events that say nothing.
  init?(_ event: yaml_event_t) {
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      self = .scalar(text, tag: String(yaml: scalar.tag), anchor: String(yaml: scalar.anchor), at: mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      self = .sequenceStart(tag: String(yaml: start.tag), anchor: String(yaml: start.anchor), at: mark)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      self = .mappingStart(tag: String(yaml: start.tag), anchor: String(yaml: start.anchor), at: mark)
    case YAML_ALIAS_EVENT: self = .alias(String(yaml: event.data.alias.anchor) ?? "", at: mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self = .end
    case YAML_DOCUMENT_END_EVENT: self = .documentEnd
    default: return nil
    }
  }
}

extension YAMLMark {
  init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}

extension String {
  /// A text of libyaml; nil where there is none.
  init?(yaml text: UnsafeMutablePointer<yaml_char_t>?) {
    guard let text else { return nil }
    self.init(cString: text)
  }
}
