import CYAML

/// Reads YAML through libyaml's events into located nodes.
///
/// libyaml knows neither a nesting limit nor duplicate keys, aliases or merge keys: those are kept here, and nothing
/// recurses, so that no input can exhaust the stack.
package enum YAMLParser {
  package static let depthLimit = 512
  /// How many nodes aliases and merge keys may add to what is written.
  package static let expansionLimit = 100_000

  /// The documents of a stream; empty ones are left out.
  ///
  /// - Throws: `YAMLError` for the first fault.
  package static func documents(_ bytes: [UInt8]) throws -> [YAMLNode] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLError(
        code: "encoding", "the file is not UTF-8 text", hint: "save it as UTF-8", at: YAMLMark(line: 1, column: 1))
    }
    return try bytes.withUnsafeBufferPointer { buffer in
      // libyaml takes a mark in the middle for text, and at the start of a line for nothing.
      if let mark = ByteOrderMark.inside(buffer) { throw mark }
      let source = EventSource(buffer)
      defer { source.close() }
      var builder = TreeBuilder()
      while let event = try source.next() { try builder.take(event) }
      return builder.documents
    }
  }
}

/// U+FEFF in UTF-8, which may begin a file and nothing else.
enum ByteOrderMark {
  static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func inside(_ file: UnsafeBufferPointer<UInt8>) -> YAMLError? {
    var rest = file.starts(with: bytes) ? file.dropFirst(3) : file[...]
    while let lead = rest.firstIndex(of: 0xEF) {
      if file[lead...].starts(with: bytes) {
        return YAMLError(
          code: "encoding", "a byte order mark inside the text", hint: "it may only begin a file; take it out",
          at: SyntaxFault.mark(ofByte: lead, in: file))
      }
      rest = rest[(lead + 1)...]
    }
    return nil
  }
}

/// An event of libyaml in Swift's own terms.
enum YAMLEvent {
  case scalar(String, isPlain: Bool, tag: String?, anchor: String?, at: YAMLMark)
  case sequenceStart(tag: String?, anchor: String?, at: YAMLMark)
  case mappingStart(tag: String?, anchor: String?, at: YAMLMark)
  case alias(String, at: YAMLMark)
  case end
  case documentEnd
}

/// libyaml's pull parser over bytes that outlive it.
final class EventSource {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The line that the last event ends in, from 1.
  private(set) var lastLine = 1

  init(_ file: UnsafeBufferPointer<UInt8>) {
    // libyaml would count a byte order mark as a column.
    bytes = file.starts(with: ByteOrderMark.bytes) ? UnsafeBufferPointer(rebasing: file.dropFirst(3)) : file
    // Zeroed first, so that closing is safe where libyaml could not get its buffers; its first event then fails.
    parser.initialize(to: yaml_parser_t())
    if yaml_parser_initialize(parser) == 1 {
      yaml_parser_set_input_string(parser, bytes.baseAddress ?? UnsafePointer(bitPattern: 1), bytes.count)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }
  }

  func close() {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event that matters; nil at the end of the stream.
  func next() throws -> YAMLEvent? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw SyntaxFault(parser.pointee, bytes).error }
      defer { yaml_event_delete(&event) }
      let mark = YAMLMark(line: event.start_mark.line + 1, column: event.start_mark.column + 1)
      // A block scalar ends where the line after it begins.
      lastLine = event.end_mark.line + (event.end_mark.column == 0 ? 0 : 1)
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        return .scalar(
          text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, tag: string(scalar.tag),
          anchor: string(scalar.anchor),
          at: mark)
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        return .sequenceStart(tag: string(start.tag), anchor: string(start.anchor), at: mark)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        return .mappingStart(tag: string(start.tag), anchor: string(start.anchor), at: mark)
      case YAML_ALIAS_EVENT: return .alias(string(event.data.alias.anchor) ?? "", at: mark)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
      case YAML_DOCUMENT_END_EVENT: return .documentEnd
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return nil
      default: continue
      }
    }
  }

  private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
