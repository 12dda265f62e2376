/// A place in a manifest, as people count: lines and columns from 1, columns in characters.
package struct SourceLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file as the user named it; `<stdin>` for standard input.
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package var description: String { "\(file):\(line):\(column)" }

  package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
