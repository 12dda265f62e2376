import ThunderIDPlan

/// Flags that several subcommands share.
enum SharedFlags {
  static let profiles = [
    Flag("config", .text("FILE"), "the file of profiles (default .thunderid-apply.yaml, where there is one)"),
    Flag("profile", .text("NAME"), "take settings from this profile of it (default: its defaultProfile)"),
  ]

  static let everywhere = [
    Flag(
      "color", .choice(["auto", "always", "never"]),
      "when to colour (default auto): auto is on a terminal without NO_COLOR, and with CLICOLOR_FORCE"),
    Flag("no-color", "the same as --color never"),
    Flag("json", "print one JSON document instead of text, also on failure"),
    Flag("json-into", .text("FILE"), "write that document to a file, too, also on failure"),
    Flag("help", aliases: ["h"], "print this help"),
  ]

  static let connection = [
    Flag(
      "server", .text("URL|sandbox:FILE"), "the server; sandbox:FILE is an embedded one that keeps its state in FILE"),
    Flag("token", .text("TOKEN"), "the access token; better given as THUNDERID_TOKEN or --token-file"),
    Flag("token-file", .text("FILE"), "a file that holds the access token"),
    Flag("client-id", .text("ID"), "sign in with client credentials"),
    Flag("client-secret-file", .text("FILE"), "a file that holds the client secret"),
    Flag("client-secret-command", .text("COMMAND"), "run this with sh; what it prints is the client secret"),
    Flag(
      "client-key-file", .text("FILE"),
      "sign in with private_key_jwt: a PEM private key (RSA: RS256, P-256: ES256, Ed25519: EdDSA)"),
    Flag("client-key-id", .text("ID"), "the kid of that key in the client's key set"),
    Flag("client-audience", .text("URI"), "whom the signed assertion is for (default the server's token endpoint)"),
    Flag(
      "resource", .text("URI"),
      "the resource to ask a token for (default https://localhost:8090/mcp, the System resource server)"),
    Flag("scope", .text("SCOPE"), "the scope to ask for (default system)"),
    Flag("ca-file", .text("FILE"), "trust the certificate authorities in this PEM file"),
    Flag("insecure", "do not verify the server's certificate; warns each time"),
    Flag("timeout", .seconds, "seconds that one request may take (default 30)"),
  ]

  static let variables = [
    Flag("var", .text("NAME=VALUE"), repeatable: true, "set a variable of the manifest; repeatable"),
    Flag("var-file", .text("FILE"), repeatable: true, "read NAME=VALUE lines from a file; repeatable"),
  ]

  static let planning = [
    Flag(
      "target", .text("ADDRESS"), repeatable: true,
      "only this resource and what it needs, such as users/jane; repeatable"),
    Flag("max-deletes", .integer(0...1_000_000), "how many deletes a plan may hold (default 25)"),
    Flag("max-delete-percent", .integer(0...100), "how much of a kind prune and base may delete (default 20)"),
    Flag("prune", "delete what lives in the manifest's prune scopes and is not declared"),
    Flag("base", .text("PATH"), repeatable: true, "delete what this older manifest has and the given one has not"),
    Flag("rotate", .text("ADDRESS"), repeatable: true, "send this resource's write-only fields; repeatable"),
    Flag("show-unmanaged", "name what lives on the server and is not declared"),
    Flag("skip-refused", "leave out the steps that a guard refuses and go on with the others"),
    Flag("read", .choice(ReadMode.allCases.map(\.rawValue)), "how to find live resources (default auto)"),
    Flag("parallelism", .integer(1...64), "how many requests at once (default 4)"),
  ]

  static let approval = [
    Flag("auto-approve", aliases: ["yes", "y"], "do not ask"),
    Flag("dry-run", "print the requests that would be sent and send none"),
    Flag("secrets-out", .text("FILE"), "write secrets that the server makes to this file (mode 0600)"),
    Flag("lock-timeout", .seconds, "how long to wait for another run in this folder (default 10)"),
  ]

  static let reports = [
    Flag("full-values", "show long values whole on a terminal, too; elsewhere they are never cut"),
    Flag("markdown", .text("FILE"), "write the plan as Markdown, for a pull request"),
    Flag("html", .text("FILE"), "write the plan as one HTML page"),
    Flag("junit", .text("FILE"), "write the plan as JUnit XML"),
  ]
}
