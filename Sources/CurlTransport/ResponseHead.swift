/// The header fields of an answer, from the lines that libcurl hands over one by one.
struct ResponseHead {
  /// More bytes than any server sends by intent, and below the bound of newer libcurls, which call it a broken
  /// connection.
  static let limit = 256 << 10

  /// Names and values in order, all of them.
  private(set) var fields: [(String, String)] = []
  private(set) var isTooLarge = false
  /// The declared length of the body.
  private(set) var contentLength: Int?
  private var isComplete = false
  private var size = 0

  mutating func take(_ line: UnsafeRawBufferPointer) {
    size += line.count
    isTooLarge = size > ResponseHead.limit
    var text = line[...]
    while let last = text.last, ResponseHead.isSpace(last) { text.removeLast() }
    if text.starts(with: "HTTP/".utf8) {
      // An interim answer (1xx) came before, or a refused attempt: only the last one counts.
      fields = []
      contentLength = nil
      isComplete = false
    } else if text.isEmpty {
      isComplete = true
    } else if !isComplete {
      addField(text)
    }
    // Lines after the empty one are trailers, which nobody asked for (RFC 9110, section 6.5.1).
  }

  private mutating func addField(_ text: Slice<UnsafeRawBufferPointer>) {
    if let first = text.first, ResponseHead.isSpace(first) {
      // A folded line goes on with the value before it (RFC 9112, section 5.2).
      if !fields.isEmpty { fields[fields.count - 1].1 += " " + ResponseHead.trimmed(text) }
      return
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = ResponseHead.trimmed(text[..<colon])
    let value = ResponseHead.trimmed(text[text.index(after: colon)...])
    if name.utf8.count == 14, name.lowercased() == "content-length" { contentLength = Int(value) }
    fields.append((name, value))
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
    var text = text
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }
}
