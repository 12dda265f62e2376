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
          ? "a control character, or a byte order mark inside the text" : "the file is not UTF-8 text",
        hint: "is it a text file? save it as UTF-8 without control characters", at: mark)
      return
    }
    let mark = YAMLMark(line: parser.problem_mark.line + 1, column: parser.problem_mark.column + 1)
    let byte = parser.problem_mark.index < bytes.count ? SyntaxFault.byte(at: mark, in: bytes) : nil
    if byte == UInt8(ascii: "\t"), problem.contains("cannot start any token") || problem.contains("tab") {
      error = YAMLError("a tab can't indent YAML", hint: "use spaces", at: mark)
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

  private static func mark(ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> YAMLMark {
    var line = 1
    var column = 1
    for byte in bytes.prefix(min(offset, bytes.count)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return YAMLMark(line: line, column: column)
  }

  private static func byte(at mark: YAMLMark, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    var line: Int32 = 1
    var column: Int32 = 1
    for byte in bytes {
      if line == mark.line, column == mark.column { return byte }
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return nil
  }
}
