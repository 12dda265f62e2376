import CurlTransport
import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

/// Where the server is and what carries requests there, before anybody signs in.
struct Endpoint: Sendable {
  /// As the user named it.
  let address: String
  /// The address that paths are put behind.
  let base: String
  let transport: any HTTPTransport
  /// Seconds that one request may take.
  let timeout: Double
  var isSandbox: Bool { address.hasPrefix(Endpoint.sandboxPrefix) }

  /// Seconds that one request may take.
  static let defaultTimeout = 30.0
  static let sandboxPrefix = "sandbox:"
  static let userAgent = "thunderid-apply/\(Version.number)"

  /// - Throws: `UsageError`, `StateFileError` of the sandbox's file, `TransportError`.
  init(_ options: Options, output: Output) throws {
    guard let address = options["server"] else {
      throw UsageError(
        description: "which server?",
        hint: "give --server URL (or THUNDERID_SERVER), or try it with --server sandbox:demo.json")
    }
    self.address = address
    timeout = options.double("timeout") ?? Endpoint.defaultTimeout
    guard timeout > 0 else { throw UsageError(description: "--timeout must be more than 0") }
    if address.hasPrefix(Endpoint.sandboxPrefix) {
      let file = String(address.dropFirst(Endpoint.sandboxPrefix.count))
      guard !file.isEmpty else { throw UsageError(description: "sandbox: needs a file, such as sandbox:demo.json") }
      transport = try SandboxTransport(file: file)
      base = "http://127.0.0.1"
    } else {
      transport = PacedTransport(
        try Endpoint.curl(options, timeout: timeout, output: output), most: options.int("parallelism") ?? 4)
      base = address
    }
  }

  private static func curl(_ options: Options, timeout: Double, output: Output) throws -> CurlTransport {
    let configuration = try configuration(options, timeout: timeout)
    if configuration.isInsecure {
      output.note(
        "warning: --insecure: the server's certificate is not verified; anybody on the way can read the token")
    }
    return try CurlTransport(configuration)
  }

  /// A transport that verifies certificates, whatever the options say.
  ///
  /// - Throws: `UsageError`, `TransportError`.
  static func verifying(_ options: Options) throws -> CurlTransport {
    var configuration = try configuration(options, timeout: options.double("timeout") ?? Endpoint.defaultTimeout)
    configuration.isInsecure = false
    return try CurlTransport(configuration)
  }

  private static func configuration(_ options: Options, timeout: Double) throws -> CurlTransport.Configuration {
    var configuration = CurlTransport.Configuration()
    // Else it shows only with the first TLS connection, as a server that can't be reached.
    if let file = options["ca-file"], !(try text(of: file, "ca-file")).contains("-----BEGIN ") {
      throw UsageError(description: "--ca-file: \(file) holds no PEM certificate")
    }
    configuration.caFile = options["ca-file"]
    configuration.isInsecure = options.has("insecure")
    configuration.timeout = timeout
    configuration.maxConnections = options.int("parallelism") ?? 8
    configuration.userAgent = userAgent
    return configuration
  }

  /// The text of a file that a flag names.
  ///
  /// - Throws: `UsageError` that names the flag.
  static func text(of file: String, _ flag: String) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try ManifestFiles.read(file)
    } catch {
      throw UsageError(description: "--\(flag): \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(description: "--\(flag): \(file) is not UTF-8 text")
    }
    return text
  }
}
