/// What reading one file needs and what it finds: the file's name, variables, and the faults so far.
package final class ReadingContext {
  package let file: String
  package let variables: Variables
  private let readFile: (String) throws -> [UInt8]
  package private(set) var diagnostics: [Diagnostic] = []
  private var known: Set<Diagnostic> = []

  package init(file: String, variables: Variables, readFile: @escaping (String) throws -> [UInt8]) {
    self.file = file
    self.variables = variables
    self.readFile = readFile
  }

  package func place(_ mark: YAMLMark) -> SourceLocation {
    SourceLocation(file: file, line: Int(mark.line), column: Int(mark.column))
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
