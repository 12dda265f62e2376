/// A fenced block of a Markdown document.
struct FencedBlock {
  let language: String
  /// The line of the opening fence, from 1.
  let line: Int
  var lines: [String]
  /// Why the block is not run, from the comment `<!-- not run: ... -->` right above it.
  let reasonNotToRun: String?

  var text: String { lines.joined(separator: "\n") }

  /// The blocks of a document, in order.
  static func all(in document: String) -> [FencedBlock] {
    var blocks: [FencedBlock] = []
    var open: FencedBlock?
    var lastText = ""
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = String(line)
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = FencedBlock(
            language: String(line.dropFirst(3)), line: index + 1, lines: [], reasonNotToRun: reason(in: lastText))
        }
        lastText = ""
      } else if open != nil {
        open?.lines.append(line)
      } else if !line.isEmpty {
        lastText = line
      }
    }
    return blocks
  }

  private static func reason(in line: String) -> String? {
    guard line.hasPrefix("<!-- not run: "), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst("<!-- not run: ".count).dropLast(" -->".count))
  }

  /// The commands of a `console` block.
  var commands: [String] { lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) } }
}
