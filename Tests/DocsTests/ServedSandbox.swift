import Foundation
import Testing

/// The command's sandbox on a free loopback port, ended with this value.
struct ServedSandbox: ~Copyable {
  let address: String
  private let process: Process

  init() throws {
    process = Process()
    let output = Pipe()
    process.executableURL = Project.command
    process.arguments = ["sandbox", "--port", "0"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.contains("\n"), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += String(decoding: bytes, as: UTF8.self)
    }
    let found = line.firstMatch(of: /listening on (http:\S+)/)
    address = String(try #require(found, "the sandbox said: \(line)").1)
  }

  deinit { process.terminate() }
}
