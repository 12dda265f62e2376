import Foundation

/// `openssl s_server` with a certificate by an authority made for the occasion.
final class TLSServer {
  struct Failure: Error { let message: String }

  let folder: String
  let port: Int
  private let process: Process

  var caFile: String { folder + "/ca.pem" }
  var url: String { "https://localhost:\(port)/" }

  init(host: String) throws {
    folder = NSTemporaryDirectory() + "curl-transport-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    try TLSServer.openssl(
      ["req", "-x509", "-subj", "/CN=Test Authority", "-days", "2", "-keyout", "ca.key", "-out", "ca.pem"] + newKey,
      in: folder)
    try TLSServer.openssl(
      ["req", "-subj", "/CN=\(host)", "-keyout", "key.pem", "-out", "csr.pem"] + newKey, in: folder)
    try Data("subjectAltName=DNS:\(host)\n".utf8).write(to: URL(fileURLWithPath: folder + "/names.cnf"))
    try TLSServer.openssl(
      [
        "x509", "-req", "-in", "csr.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names.cnf", "-out", "cert.pem",
      ], in: folder)

    process = TLSServer.command(
      ["s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-www"], in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    var found: Int?
    while found == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(message: "s_server ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
      found = TLSServer.port(in: text)
    }
    port = found ?? 0
  }

  deinit {
    // Not SIGTERM: a child inherits the signal mask of the thread that starts it, and Swift's threads block signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// From the line `ACCEPT 127.0.0.1:40123`.
  private static func port(in text: String) -> Int? {
    for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1) where line.hasPrefix("ACCEPT ") {
      return line.split(separator: ":").last.flatMap { Int($0) }
    }
    return nil
  }

  private static func command(_ arguments: [String], in folder: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private static func openssl(_ arguments: [String], in folder: String) throws {
    let process = command(arguments, in: folder)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(message: "openssl \(arguments[0]) failed") }
  }
}
