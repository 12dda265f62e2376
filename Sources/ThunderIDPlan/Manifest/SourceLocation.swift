import ThunderID

/// A place in a manifest, as people count: lines and columns from 1, columns in characters.
///
/// A manifest of 100,000 users holds a million of them, so a file is a number here.
package struct SourceLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let number: FileNumber
  private let mark: YAMLMark

  /// The file as the user named it; `<stdin>` for standard input.
  package var file: String { number.name }
  package var line: Int { Int(mark.line) }
  package var column: Int { Int(mark.column) }

  package init(file: String, line: Int, column: Int) {
    self.init(FileNumber(file), YAMLMark(line: line, column: column))
  }

  init(_ number: FileNumber, _ mark: YAMLMark) {
    self.number = number
    self.mark = mark
  }

  package var description: String { "\(file):\(line):\(column)" }

  package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}

/// A file's name as a number: the same for the same name, within this process.
struct FileNumber: Sendable, Hashable {
  private static let names = Locked(TextTable())
  private let value: Int32

  init(_ name: String) { value = FileNumber.names.withLock { Int32($0.insert(name).number) } }

  var name: String { FileNumber.names.withLock { $0.texts[Int(value)] } }
}
