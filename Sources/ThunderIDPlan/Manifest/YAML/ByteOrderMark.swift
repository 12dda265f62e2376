/// U+FEFF in UTF-8, which may begin a file and nothing else.
enum ByteOrderMark {
  static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The file without the mark that begins it, which libyaml would count as a column.
  static func passed(in file: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    file.starts(with: bytes) ? UnsafeBufferPointer(rebasing: file.dropFirst(bytes.count)) : file
  }

  /// The fault of a mark elsewhere: libyaml takes it for text, and at the start of a line for nothing.
  static func inside(_ file: UnsafeBufferPointer<UInt8>) -> YAMLError? {
    var rest = file.starts(with: bytes) ? file.dropFirst(bytes.count) : file[...]
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
