import CYAML

/// Says in plain words what libyaml complains about.
struct SyntaxFault {
  let error: YAMLError

  init(_ parser: yaml_parser_t, _ bytes: UnsafeBufferPointer<UInt8>) {
    let problem = parser.problem.map { String(cString: $0) } ?? "not YAML"
    if parser.error == YAML_READER_ERROR {
      let mark = SyntaxFault.mark(ofByte: parser.problem_offset, in: bytes)
      error = YAMLError(
        code: "encoding",
        problem.contains("control characters")
          ? "a control character" : "the file is not UTF-8 text",
        hint: "is it a text file? save it as UTF-8 without control characters", at: mark)
      return
    }
    var mark = YAMLMark(line: parser.problem_mark.line + 1, column: parser.problem_mark.column + 1)
    // libyaml goes to a next line at the end, also where the last line has no end.
    let end = SyntaxFault.mark(ofByte: bytes.count, in: bytes)
    if mark.line > end.line { mark = end }
    let byte = SyntaxFault.byte(at: mark, in: bytes)
    if byte == UInt8(ascii: "\t"), problem.contains("cannot start any token") || problem.contains("tab") {
      error = YAMLError("a tab can't indent YAML", hint: "use spaces", at: mark)
      return
    }
    if byte == UInt8(ascii: "{"), mark.column > 1,
      SyntaxFault.byte(at: YAMLMark(line: Int(mark.line), column: Int(mark.column) - 1), in: bytes) == UInt8(ascii: "$")
    {
      error = YAMLError(
        "a variable inside { } or [ ] needs quotes", hint: "write \"${NAME}\" with the quotes", at: mark)
      return
    }
    let context = parser.context.map { " " + String(cString: $0) } ?? ""
    error = YAMLError(
      "YAML can't be read here: \(SyntaxFault.plain(problem))\(context)", hint: SyntaxFault.hint(problem), at: mark)
  }

  private static func plain(_ problem: String) -> String {
    switch problem {
    case "did not find expected key": "expected a key, or the end of the mapping"
    case "did not find expected '-' indicator": "expected '-' or the end of the list"
    case "did not find expected ',' or ']'": "expected ',' or ']'"
    case "did not find expected ',' or '}'": "expected ',' or '}'"
    case "mapping values are not allowed in this context": "a ':' is not allowed here"
    case "did not find expected <document start>": "expected '---' before the next document"
    case "could not find expected ':'": "expected ':' after the key"
    default: problem
    }
  }

  private static func hint(_ problem: String) -> String? {
    switch problem {
    case "did not find expected key", "did not find expected '-' indicator":
      "check the indentation: parts of one mapping or list start in one column"
    case "mapping values are not allowed in this context": "put quotes around a text that holds ': '"
    case "found undefined tag handle", "found character that cannot start any token":
      "put quotes around a text that starts with a special character"
    default: nil
    }
  }

  static func mark(ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> YAMLMark {
    var line = 1
    var column = 1
    var index = bytes.starts(with: ByteOrderMark.bytes) ? 3 : 0
    while index < min(offset, bytes.count) {
      let length = LineBreak.length(in: bytes, at: index)
      if length > 0 {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
      index += max(1, length)
    }
    return YAMLMark(line: line, column: column)
  }

  private static func byte(at mark: YAMLMark, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    var line: Int32 = 1
    var column: Int32 = 1
    var index = 0
    while index < bytes.count {
      if line == mark.line, column == mark.column { return bytes[index] }
      let length = LineBreak.length(in: bytes, at: index)
      if length > 0 {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
      index += max(1, length)
    }
    return nil
  }
}
