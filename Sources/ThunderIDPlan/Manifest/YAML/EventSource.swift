import CYAML

/// libyaml's pull parser.
enum EventSource {
  /// Calls `body` with each event of a text, which must be UTF-8; a byte order mark at its beginning is passed over.
  ///
  /// Deeper than the limit it reads no further, whoever asks: libyaml takes the square of the depth for nested brackets.
  ///
  /// - Throws: `YAMLError` where the text is no YAML or nests too deeply, and what `body` throws.
  static func forEach(in bytes: [UInt8], _ body: (inout yaml_event_t) throws -> Void) throws {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLError(
        code: "encoding", "the file is not UTF-8 text", hint: "it begins as UTF-16 does: save it as UTF-8", at: .start)
    }
    try bytes.withUnsafeBufferPointer { buffer in
      if let mark = ByteOrderMark.inside(buffer) { throw mark }
      try parse(ByteOrderMark.passed(in: buffer), body)
    }
  }

  private static func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (inout yaml_event_t) throws -> Void
  ) throws {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    // Zeroed first, so that closing is safe where libyaml could not get its buffers; its first event then fails.
    parser.initialize(to: yaml_parser_t())
    defer {
      yaml_parser_delete(parser)
      parser.deallocate()
    }
    if yaml_parser_initialize(parser) == 1 {
      yaml_parser_set_input_string(parser, text.baseAddress ?? UnsafePointer(bitPattern: 1), text.count)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }
    var event = yaml_event_t()
    var depth = 0
    while true {
      guard yaml_parser_parse(parser, &event) == 1 else { throw SyntaxFault(parser.pointee, text).error }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return }
      switch event.type {
      case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
        depth += 1
        if depth > YAMLParser.depthLimit { throw YAMLError.tooDeep(YAMLMark(event.start_mark)) }
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: depth -= 1
      default: break
      }
      try body(&event)
    }
  }
}
