/// One thing that is wrong, or odd, in what a person wrote: where it stands, what it is and what to do.
package struct Diagnostic: Error, Sendable, Hashable {
  package enum Severity: String, Sendable { case error, warning }

  /// A stable short name of the rule, e.g. `unknown-key`.
  package var code: String
  package var severity: Severity
  package var location: SourceLocation?
  /// What is wrong, in the user's words; never holds a secret.
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// The line of the manifest that `location` points into, for the caret; nil where it would show a secret.
  package var sourceLine: String?

  package init(
    code: String, severity: Severity = .error, location: SourceLocation?, message: String, hint: String? = nil,
    sourceLine: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
    self.hint = hint
    self.sourceLine = sourceLine
  }
}

/// All that is wrong with a manifest, reported together (exit code 8).
package struct ManifestErrors: Error, Sendable {
  /// At least one, in the order of files and lines.
  package var diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
