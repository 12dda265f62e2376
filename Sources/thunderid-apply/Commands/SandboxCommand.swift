import Foundation
import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

/// `sandbox`: serves the embedded server on loopback.
enum SandboxCommand {
  static let spec = CommandSpec(
    "sandbox", summary: "serve an embedded ThunderID on loopback, to try things",
    details:
      "The first line says where it listens. Its tokens are sandbox-admin and sandbox-readonly. It stops on Ctrl-C.",
    flags: [
      Flag("port", .integer(0...65535), "the port; 0 takes any free one (default 8090)"),
      Flag("state", .text("FILE"), "keep the state in a file; otherwise in memory"),
      Flag(
        "record-limit", .text("N|none"),
        "from how many records on lists answer 500, as the real server's do (default 1000)"),
    ]
  ) { invocation in
    let limit: Int?
    switch invocation.options["record-limit"] {
    case nil: limit = 1000
    case "none": limit = nil
    case let text?:
      guard let number = Int(text), number > 0 else {
        throw UsageError(description: "--record-limit takes a number or none, found '\(text)'")
      }
      limit = number
    }
    let server =
      try invocation.options["state"].map { try SandboxServer(file: $0, recordLimit: limit) }
      ?? SandboxServer(recordLimit: limit)
    let http = try SandboxHTTPServer(server: server, port: invocation.options.int("port") ?? 8090)
    http.start()
    invocation.interruption.beginWriting()
    try invocation.output.result(
      ["address": .string(http.address), "port": .number(JSONNumber(http.port))],
      text: "listening on \(http.address)\n")
    while !invocation.interruption.isStopRequested { try await Task.sleep(for: .milliseconds(50)) }
    http.stop()
    return .done
  }
}
