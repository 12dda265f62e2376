import Foundation

/// `openssl s_server` with a certificate by an authority made for the occasion.
final class TLSServer {
  let folder: String
  let port: Int
  private let process: ChildProcess

  var caFile: String { folder + "/ca.pem" }
  var url: String { "https://localhost:\(port)/" }

  init(host: String) throws {
    let folder = NSTemporaryDirectory() + "curl-transport-" + UUID().uuidString
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func file(_ name: String) -> String { folder + "/" + name }

    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    try TLSServer.openssl(
      ["req", "-x509", "-subj", "/CN=Test Authority", "-days", "2", "-keyout", file("ca.key"), "-out", file("ca.pem")]
        + newKey)
    try TLSServer.openssl(
      ["req", "-subj", "/CN=\(host)", "-keyout", file("key.pem"), "-out", file("csr.pem")] + newKey)
    try Data("subjectAltName=DNS:\(host)\n".utf8).write(to: URL(fileURLWithPath: file("names.cnf")))
    try TLSServer.openssl([
      "x509", "-req", "-in", file("csr.pem"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-set_serial", "2",
      "-days", "2", "-extfile", file("names.cnf"), "-out", file("cert.pem"),
    ])

    process = try ChildProcess([
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", file("cert.pem"), "-key", file("key.pem"), "-www",
    ])
    var text = ""
    var found: Int?
    while found == nil {
      let more = process.read()
      guard !more.isEmpty else {
        process.kill()
        throw ChildProcess.Failure(message: "s_server ended: \(text)")
      }
      text += more
      found = TLSServer.port(in: text)
    }
    port = found ?? 0
  }

  deinit {
    process.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// From the line `ACCEPT 127.0.0.1:40123`.
  private static func port(in text: String) -> Int? {
    for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1) where line.hasPrefix("ACCEPT ") {
      return line.split(separator: ":").last.flatMap { Int($0) }
    }
    return nil
  }

  private static func openssl(_ arguments: [String]) throws {
    let code = try ChildProcess(["openssl"] + arguments).wait()
    guard code == 0 else { throw ChildProcess.Failure(message: "openssl \(arguments[0]) failed") }
  }
}
