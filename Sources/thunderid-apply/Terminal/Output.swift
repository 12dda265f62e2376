import Dispatch
import Foundation
import ThunderID
import ThunderIDPlan

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// Standard output and error. Results go to the one, everything else to the other.
final class Output: Sendable {
  let isColored: Bool
  /// Whether results are one JSON document.
  let isJSON: Bool

  init(isColored: Bool, isJSON: Bool) {
    self.isColored = isColored
    self.isJSON = isJSON
  }

  /// The output that the flags and the environment ask for.
  convenience init(_ options: Options, environment: [String: String]) {
    let choice =
      switch options.nearest(of: ["no-color", "color"]) {
      case "no-color"?: "never"
      case .some: options["color"] ?? "auto"
      case nil: "auto"
      }
    let isOn =
      switch choice {
      case "always": true
      case "never": false
      default:
        if environment["NO_COLOR"]?.isEmpty == false {
          false
        } else if let force = environment["CLICOLOR_FORCE"], force != "0", !force.isEmpty {
          true
        } else {
          isatty(1) == 1 && environment["TERM"] != "dumb"
        }
      }
    self.init(isColored: isOn, isJSON: options.has("json"))
  }

  /// A result, as it stands.
  func print(_ text: String) { Output.write(text, to: 1) }

  /// A result as one JSON document.
  func print(_ json: JSONValue) { Output.write(json.text(.pretty) + "\n", to: 1) }

  /// What is no result: progress, warnings.
  func note(_ text: String) { Output.write(text + "\n", to: 2) }

  /// Writes in the order of the calls and does not wait for whoever reads: a run must not stand still because its output
  /// goes into a pipe that nobody empties.
  static func write(_ text: String, to descriptor: Int32) {
    queue.async { writeNow(text, to: descriptor) }
  }

  /// Waits until everything is written.
  static func flush() { queue.sync {} }

  private static let queue = DispatchQueue(label: "output")

  private static func writeNow(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          // Whoever read this is gone; what is under way goes on.
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
