/// What reading one file needs and what it finds: the file's name, variables, and the faults so far.
package final class ReadingContext {
  package let file: String
  package let variables: Variables
  private let readFile: (String) throws -> [UInt8]
  package private(set) var diagnostics: [Diagnostic] = []
  /// Lines that hold a secret in clear, which no message may quote.
  private var secretLines: Set<Int> = []

  package init(file: String, variables: Variables, readFile: @escaping (String) throws -> [UInt8]) {
    self.file = file
    self.variables = variables
    self.readFile = readFile
  }

  package func place(_ mark: YAMLMark) -> SourceLocation {
    SourceLocation(file: file, line: Int(mark.line), column: Int(mark.column))
  }

  package func report(_ code: String, _ message: String, at mark: YAMLMark, hint: String? = nil) {
    diagnostics.append(Diagnostic(code: code, location: place(mark), message: message, hint: hint))
  }

  package func report(_ error: YAMLError) {
    report(error.code, error.message, at: error.mark, hint: error.hint)
  }

  package func holdsSecret(_ mark: YAMLMark, text: String) {
    // A block scalar goes over several lines.
    for line in 0...text.utf8.count(where: { $0 == 0x0A }) + 1 { secretLines.insert(Int(mark.line) + line) }
    secretLines.insert(Int(mark.line))
  }

  /// The scalar's text with variables expanded; nil after a fault, which is reported.
  package func expand(_ text: String, at mark: YAMLMark) -> String? {
    do {
      return try Template.expand(text, variables: variables, readFile: readFile)
    } catch let fault as Template.Fault {
      report(fault.code, fault.message, at: mark, hint: fault.hint)
    } catch {
      report("variable", "can't be expanded: \(error)", at: mark)
    }
    return nil
  }

  /// The diagnostics with the lines they point into, secrets left out.
  package func finished(_ sources: SourceTexts) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if let location = diagnostic.location, !secretLines.contains(location.line) {
        diagnostic.sourceLine = sources.line(location.line, of: location.file)
      }
      return diagnostic
    }
  }
}
