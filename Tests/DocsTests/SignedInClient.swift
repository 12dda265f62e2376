import Foundation
import Testing

/// The client that the README has its reader make, on a sandbox.
struct SignedInClient {
  let secretFile: String
  let secret: String
  private var server: String

  /// Makes it by the README's own lines.
  init(_ bench: borrowing Workbench, _ sandbox: borrowing ServedSandbox) async throws {
    let block = try SignedInClient.readmeBlock("export BASE=").replacingOccurrences(
      of: "BASE=https://id.example.com TOKEN=...", with: "BASE=\(sandbox.address) TOKEN=sandbox-admin")
    let parts = block.components(separatedBy: "# keep ")
    try #require(parts.count == 2)
    let made = try await bench.run(parts[0])
    let answer = try #require(
      JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any], "\(made.output)")
    let configurations = try #require(answer["inboundAuthConfig"] as? [[String: Any]])
    let configuration = try #require(configurations.first?["config"] as? [String: Any])
    secret = try #require(configuration["clientSecret"] as? String)
    let id = try #require(answer["id"] as? String)
    let prelude = parts[0].split(separator: "\n").first { $0.hasPrefix("export ") } ?? ""
    let assigned = try await bench.run("\(prelude)\nID=\(id)\n# \(parts[1])")
    try #require(assigned.code == 0, "\(assigned.output)")
    secretFile = bench.folder.appendingPathComponent("client-secret").path
    server = sandbox.address
    try bench.write(secret + "\n", to: "client-secret")
    try bench.write(
      "THUNDERID_SERVER=\(server)\nTHUNDERID_CLIENT_ID=identity-as-code\nTHUNDERID_CLIENT_SECRET_FILE=\(secretFile)\n",
      to: "apply.env")
  }

  /// The same client, of a server at another address.
  func elsewhere(_ address: String) -> SignedInClient {
    var other = self
    other.server = address
    return other
  }

  /// The shell block of the README that begins so.
  static func readmeBlock(_ beginning: String) throws -> String {
    let blocks = FencedBlock.all(in: try Project.text(of: "README.md"))
    return try #require(blocks.first { $0.text.hasPrefix(beginning) }).text
  }

  /// What the script's machine has in its environment: what the example sets, with this client's own values.
  func environment(for script: CIExample.Script) -> [String: String] {
    let takesCommand = script.environment["THUNDERID_CLIENT_SECRET_COMMAND"] != nil
    var values = script.environment.mapValues { value in
      value == "${{ secrets.THUNDERID_CLIENT_SECRET }}" ? secret : value.hasPrefix("${{") ? "1" : value
    }
    values["THUNDERID_SERVER"] = server
    values["THUNDERID_CLIENT_ID"] = "identity-as-code"
    values["THUNDERID_CLIENT_SECRET_FILE"] = takesCommand ? "" : secretFile
    values["RUNNER_TEMP"] = "."
    values["GITHUB_STEP_SUMMARY"] = "summary.md"
    values["MANIFESTS"] = "identity"
    return values
  }
}
