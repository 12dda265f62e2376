/// The bytes of the manifests by file name: what a caret line is cut from.
package struct SourceTexts: Sendable {
  package var files: [String: [UInt8]] = [:]

  package init() {}

  /// The diagnostics with the lines that they point into. Lines with a secret in clear are left out.
  package func quoted(in diagnostics: [Diagnostic]) -> [Diagnostic] {
    var lines: [String: QuotableLines] = [:]
    return diagnostics.map { diagnostic in
      guard let location = diagnostic.location, let bytes = files[location.file] else { return diagnostic }
      let known = lines[location.file] ?? QuotableLines(bytes)
      lines[location.file] = known
      var diagnostic = diagnostic
      diagnostic.sourceLine = known[location.line]
      return diagnostic
    }
  }
}

/// The lines of a file, from 1 and as libyaml counts them, but for those that hold a secret in clear.
private struct QuotableLines {
  private let bytes: [UInt8]
  private var starts = [0]
  private let secret: Set<Int>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    secret = SecretLines(bytes).lines
    var index = 0
    while index < bytes.count {
      let length = LineBreak.length(in: bytes, at: index)
      index += max(1, length)
      if length > 0 { starts.append(index) }
    }
  }

  subscript(line: Int) -> String? {
    guard starts.indices.contains(line - 1), !secret.contains(line) else { return nil }
    var end = starts[line - 1]
    while end < bytes.count, LineBreak.length(in: bytes, at: end) == 0 { end += 1 }
    let text = bytes[starts[line - 1]..<end]
    return String(decoding: text.starts(with: ByteOrderMark.bytes) ? text.dropFirst(3) : text, as: UTF8.self)
  }
}

/// What ends a line for libyaml: LF, CR, CR LF, NEL, LS and PS.
enum LineBreak {
  /// How many bytes the line break at this place has; 0 where there is none.
  static func length(in bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> Int {
    func byte(_ step: Int) -> UInt8? {
      offset + step < bytes.count ? bytes[bytes.index(bytes.startIndex, offsetBy: offset + step)] : nil
    }
    switch byte(0) {
    case 0x0A: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }
}
