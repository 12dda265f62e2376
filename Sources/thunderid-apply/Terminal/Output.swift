import Dispatch
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
  /// How results look.
  let style: TextStyle
  /// How everything else looks: the other stream may go to a file while this one goes to a terminal.
  let noteStyle: TextStyle
  /// Whether results are one JSON document.
  let isJSON: Bool
  /// The width that long values in results are cut to; nil where they are shown whole.
  let columns: Int?

  /// An output without colour.
  init(isJSON: Bool) {
    style = TextStyle(isColored: false)
    noteStyle = style
    columns = nil
    self.isJSON = isJSON
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
    isJSON = options.has("json")
    columns = options.has("full-values") ? nil : TerminalWidth.columns(of: 1, environment: environment)
  }

  /// A result, as it stands.
  func print(_ text: String) { Output.write(text, to: 1) }

  /// A result as one JSON document.
  func print(_ json: JSONValue) { Output.write(VisibleText.escaped(json: json.text(.pretty)) + "\n", to: 1) }

  /// What is no result: progress, warnings.
  func note(_ text: String) { Output.write(text + "\n", to: 2) }

  /// Writes in the order of the calls and does not wait for whoever reads: a run must not stand still because its output
  /// goes into a pipe that nobody empties.
  static func write(_ text: String, to descriptor: Int32) {
    let isFirst = pending.withLock { pieces in
      // What comes while the last piece is being written goes in one.
      if pieces.last?.descriptor == descriptor {
        pieces[pieces.count - 1].text += text
        return false
      }
      pieces.append((text, descriptor))
      return pieces.count == 1
    }
    if isFirst { queue.async { writePending() } }
  }

  private static let pending = Locked<[(text: String, descriptor: Int32)]>([])

  private static func writePending() {
    let pieces = pending.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
    let line = live.withLock { $0 }
    if !line.isEmpty { writeNow(eraseLine, to: 2) }
    for piece in pieces { writeNow(piece.text, to: piece.descriptor) }
    if !line.isEmpty, pieces.last?.text.hasSuffix("\n") == true { writeNow(line, to: 2) }
  }

  /// Shows a line on standard error, a terminal, that the next one takes the place of and that other output pushes down;
  /// none where it is empty.
  static func showLive(_ line: String) {
    queue.async {
      live.withLock { $0 = line }
      writeNow(eraseLine + line, to: 2)
    }
  }

  private static let live = Locked("")
  private static let eraseLine = "\r\u{1B}[K"

  /// Waits until everything is written.
  static func flush() { queue.sync {} }

  private static let queue = DispatchQueue(label: "output")

  private static func writeNow(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            // A parent may have made the pipe non-blocking; this queue may wait for it.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, -1)
            continue
          }
          // Whoever read this is gone; what is under way goes on.
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
