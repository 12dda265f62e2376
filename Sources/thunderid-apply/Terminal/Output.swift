import Foundation
import ThunderID
import ThunderIDPlan

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// Standard output and error. Results go to the one, everything else to the other.
final class Output: Sendable {
  /// What results are printed as.
  enum Format: Sendable { case text, document, events }

  /// How results look.
  let style: TextStyle
  /// How everything else looks: the other stream may go to a file while this one goes to a terminal.
  let noteStyle: TextStyle
  let format: Format
  /// The file that the JSON document goes to, too.
  let documentPath: String?
  /// The width that long values in results are cut to; nil where they are shown whole.
  let columns: Int?
  private let hasDocument = Locked(false)

  /// Whether results are one JSON document.
  var isJSON: Bool { format == .document }

  /// An output without colour, for a command line that is not understood yet, or never: what it asks for is guessed.
  init(guessing words: [String], environment: [String: String]) {
    let flags = words.prefix { $0 != "--" }
    func value(_ name: String) -> String? {
      for (index, word) in flags.enumerated() where word.hasPrefix("--\(name)") {
        if word.utf8.count == name.utf8.count + 2 { return index + 1 < flags.count ? flags[index + 1] : "" }
        if word.hasPrefix("--\(name)=") { return String(word.dropFirst(name.count + 3)) }
      }
      return environment[Flag(name, "").variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    func isAsked(_ name: String) -> Bool { flags.contains("--\(name)") || value(name).flatMap(Options.truth) == true }
    style = TextStyle(isColored: false)
    noteStyle = style
    columns = nil
    format = isAsked("json-events") ? .events : isAsked("json") ? .document : .text
    documentPath = value("json-into").flatMap { path in
      // Another word may mean that file, as one that is read: a misspelt command line must not cost anybody a manifest.
      path.isEmpty || OutputPaths.isNamed(path, besides: "json-into", in: words, environment) ? nil : path
    }
  }

  /// The output that the flags and the environment ask for.
  init(_ options: Options, environment: [String: String]) {
    func isColored(_ descriptor: Int32) -> Bool {
      switch options.nearest(of: ["no-color", "color"]) {
      case "no-color"?: return false
      case .some where options["color"] != "auto": return options["color"] == "always"
      default: break
      }
      if environment["NO_COLOR"]?.isEmpty == false { return false }
      if let force = environment["CLICOLOR_FORCE"], force != "0", !force.isEmpty { return true }
      return isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    }
    style = TextStyle(isColored: isColored(1))
    noteStyle = TextStyle(isColored: isColored(2))
    format = options.has("json-events") ? .events : options.has("json") ? .document : .text
    documentPath = options["json-into"]
    columns = options.has("full-values") ? nil : TerminalWidth.columns(of: 1, environment: environment)
  }

  /// What a command found: the text, or the document, which goes into the file of `--json-into`, too.
  ///
  /// - Throws: `FileError` where that file can't be written; then nothing is printed.
  func result(_ document: @autoclosure () -> JSONValue, text: @autoclosure () -> String) throws {
    let json = isJSON || documentPath != nil ? Output.line(document(), .pretty) : ""
    try keep(json)
    switch format {
    case .text: print(text())
    case .document: printDocument(json)
    case .events: break
    }
  }

  /// How a command ended that may have changed things, or failed: for programs, as the document or the last event;
  /// people are told otherwise.
  func outcome(_ document: JSONObject, event type: String) {
    let json = Output.line(.object(document), .pretty)
    do { try keep(json) } catch { note("warning: \(error)") }
    switch format {
    case .text: break
    case .document: printDocument(json)
    case .events:
      var event = JSONObject([("type", .string(type))])
      for (key, value) in document { event[key] = value }
      EventLine.print(event)
    }
  }

  /// Makes sure ahead of a run that its document can be kept; one that is killed leaves this.
  ///
  /// - Throws: `FileError`.
  func expectOutcome() throws {
    let failure = Failure(FileError("the run did not come to its end; its journal tells what was done"))
    try keep(Output.line(.object(failure.document), .pretty))
  }

  private static func line(_ json: JSONValue, _ style: JSONValue.Style) -> String {
    VisibleText.escaped(json: json.text(style)) + "\n"
  }

  /// A program that reads one document must not find a second one behind it.
  private func printDocument(_ json: String) {
    let isFirst = hasDocument.withLock { isThere in
      defer { isThere = true }
      return !isThere
    }
    if isFirst { Output.write(json, to: 1) }
  }

  private func keep(_ json: String) throws {
    guard let documentPath else { return }
    try PlanOutput.write(json, documentPath)
  }

  /// A part of a result, as it stands.
  func print(_ text: String) { Output.write(text, to: 1) }

  /// What is no result: progress, warnings.
  func note(_ text: String) { Output.write(text + "\n", to: 2) }
}
