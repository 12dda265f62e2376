import Foundation

/// `openssl s_server` with a certificate by an authority made for the occasion; it answers every path with a page.
final class TLSServer {
  struct Failure: Error { let message: String }

  let folder: String
  let port: Int
  private let process = Process()

  var caFile: String { folder + "/ca.pem" }
  var url: String { "https://localhost:\(port)" }

  init(host: String, days: Int) throws {
    folder = NSTemporaryDirectory() + "command-tls-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    let script = """
      cd '\(folder)' && echo 'subjectAltName=DNS:\(host)' >names &&
      openssl req -x509 -subj '/CN=Test Authority' -days 400 -keyout ca.key -out ca.pem \(key) 2>log &&
      openssl req -subj '/CN=\(host)' -keyout key.pem -out csr.pem \(key) 2>>log &&
      openssl x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -set_serial 2 -days \(days) -extfile names -out cert.pem 2>>log
      """
    guard Shell.run(script, ["PATH": "/usr/bin:/bin"]) == 0 else { throw Failure(message: "no certificate was made") }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", folder + "/cert.pem", "-key", folder + "/key.pem",
      "-www",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while true {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(message: "s_server ended: \(text)") }
      text += String(decoding: more, as: UTF8.self)
      if let match = text.firstMatch(of: /ACCEPT .*:(\d+)\n/), let number = Int(match.1) {
        port = number
        return
      }
    }
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
