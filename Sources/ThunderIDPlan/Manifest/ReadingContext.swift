/// What reading one file needs and what it finds: the file's name, variables, and the faults so far.
package final class ReadingContext {
  package let file: String
  package let variables: Variables
  private let readFile: @Sendable (String) throws -> [UInt8]
  package private(set) var diagnostics: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  private let number: FileNumber

  package init(file: String, variables: Variables, readFile: @escaping @Sendable (String) throws -> [UInt8]) {
    self.file = file
    number = FileNumber(file)
    self.variables = variables
    self.readFile = readFile
  }

  /// A context for a part of the file, whose faults ``take(_:)`` brings here.
  func part() -> ReadingContext { ReadingContext(file: file, variables: variables, readFile: readFile) }

  /// Takes over the faults of a part, which come after all that are here.
  func take(_ part: ReadingContext) {
    for diagnostic in part.diagnostics where known.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  package func place(_ mark: YAMLMark) -> SourceLocation {
    SourceLocation(number, mark)
  }

  package func report(_ code: String, _ message: String, at mark: YAMLMark, hint: String? = nil) {
    let diagnostic = Diagnostic(code: code, location: place(mark), message: message, hint: hint)
    // Defaults and anchors are read once for each item that they stand in.
    if known.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  package func report(_ error: YAMLError) {
    report(error.code, error.message, at: error.mark, hint: error.hint)
  }

  /// The scalar's text with variables expanded; nil after faults, which are reported.
  package func expand(_ text: String, at mark: YAMLMark) -> String? {
    let (text, faults) = Template.expansion(of: text, variables: variables, readFile: readFile)
    for fault in faults { report(fault.code, fault.message, at: mark, hint: fault.hint) }
    return faults.isEmpty ? text : nil
  }
}
