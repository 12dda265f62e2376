import Foundation
import Testing

/// Each script of `examples/ci` runs as it stands there, signed in as the README says, against a server that is not as
/// declared, then is, then is gone.
@Suite("What examples/ci has machines run works")
struct CIExamplesTests {
  @Test("every call of the command is in a script that runs here", arguments: CIExample.paths)
  func allCallsAreRun(path: String) async throws {
    let bench = try Workbench()
    let example = try await CIExample(path, in: bench)
    let run = example.scripts.map { CIExample.calls(in: $0.script) }.reduce(0, +)
    #expect(run == CIExample.calls(in: try Project.text(of: path)), "\(path)")
    #expect(run > 0 || path.hasSuffix(".timer"), "\(path)")
  }

  @Test("the scripts do what they are for", arguments: CIExample.paths.filter { !$0.hasSuffix(".timer") })
  func scriptsRun(path: String) async throws {
    let bench = try Workbench()
    let example = try await CIExample(path, in: bench)
    let sandbox = try ServedSandbox()
    let client = try await SignedInClient(bench, sandbox)
    try stage(in: bench)
    let drifts = example.scripts.filter(\.isDrift)
    #expect(!drifts.isEmpty)
    let drifted: Int32 = path.contains("/gitlab/") ? 42 : 2
    for script in drifts { try await expect(drifted, script, client, bench) }

    for script in example.scripts where !script.isDrift { try await expect(0, script, client, bench) }
    // A file that only looks is looked at once more after somebody else's apply.
    try await expect(0, try script("thunderid-apply apply identity --auto-approve"), client, bench)
    for script in drifts { try await expect(0, script, client, bench) }

    let gone = client.elsewhere("http://127.0.0.1:9")
    for script in drifts { try await expect(7, script, gone, bench) }
  }

  @Test("a reader of the README can sign in and plan")
  func readmeSignsIn() async throws {
    let bench = try Workbench()
    let sandbox = try ServedSandbox()
    let client = try await SignedInClient(bench, sandbox)
    try stage(in: bench)
    let block = try SignedInClient.readmeBlock("export THUNDERID_SERVER=")
      .replacingOccurrences(of: "https://id.example.com", with: sandbox.address)
      .replacingOccurrences(of: "/run/secrets/thunderid", with: client.secretFile)
    let result = try await bench.run(block)
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output.contains("identity-as-code"))
    #expect(result.output.contains("Plan: 2 to add"))
  }

  private func script(_ text: String) throws -> CIExample.Script {
    try JSONDecoder().decode(
      CIExample.Script.self,
      from: JSONSerialization.data(withJSONObject: ["name": text, "script": text, "environment": [:]]))
  }

  /// What the machine of the example has: the manifests, and the tools that are not ours.
  private func stage(in bench: borrowing Workbench) throws {
    try bench.write(try Project.text(of: "examples/minimal/identity.yaml"), to: "identity/identity.yaml")
    // `gh pr comment` gets a body that GitHub takes.
    try bench.write(
      """
      #!/bin/sh
      while [ $# -gt 0 ] && [ "$1" != --body-file ]; do shift; done
      grep -q '^### thunderid-apply' "$2" && [ "$(wc -c <"$2")" -le 65536 ]

      """, to: ".bin/gh", mode: 0o755)
  }

  private func expect(
    _ code: Int32, _ script: CIExample.Script, _ client: SignedInClient, _ bench: borrowing Workbench
  ) async throws {
    let text = script.script.replacing("/usr/local/bin/", with: "").replacing(
      "/etc/thunderid/identity", with: "identity"
    )
    .replacing(" /identity", with: " identity")
    let result = try await bench.run(text, client.environment(for: script))
    #expect(result.code == code, "\(script.name):\n\(script.script)\n--- printed\n\(result.output)")
    #expect(!result.output.contains(client.secret), "\(script.name) shows the client secret")
  }
}
