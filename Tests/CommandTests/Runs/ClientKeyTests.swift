import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import thunderid_apply

@Suite("Signing in with a key")
struct ClientKeyTests {
  private let keys: KeyFolder

  init() throws { keys = try KeyFolder() }

  private static func algorithm(_ kind: KeyFolder.Kind) -> JSONValue {
    switch kind {
    case .rsa, .rsaTraditional: "RS256"
    case .p256, .p256Traditional: "ES256"
    default: "EdDSA"
    }
  }

  @Test("openssl verifies what each kind of key signs, and the claims are RFC 7523's", arguments: KeyFolder.Kind.good)
  func signature(kind: KeyFolder.Kind) throws {
    let file = try keys.make(kind)
    let key = try ClientKey(pem: keys.bytes(file), id: "k1")
    // An ECDSA number that begins with zeros is shorter in DER: several signatures, so that some do.
    for _ in 0..<(kind == .p256 ? 12 : 2) {
      let token = try key.assertion(of: "portal", audience: "https://id.example.com/oauth2/token", now: 1_800_000_000)
      let found = try keys.verified(token, by: file)
      #expect(found["header"] == ["alg": ClientKeyTests.algorithm(kind), "typ": "JWT", "kid": "k1"])
      let id = try #require(found["claims"]?["jti"]?.stringValue)
      #expect(
        found["claims"] == [
          "iss": "portal", "sub": "portal", "aud": "https://id.example.com/oauth2/token", "jti": .string(id),
          "iat": 1_800_000_000, "exp": 1_800_000_120,
        ])
      #expect(id.count == 36)
    }
    let other = try keys.make(kind, "other")
    #expect(throws: KeyFolder.Failure.self) {
      try keys.verified(key.assertion(of: "a", audience: "b", now: 1), by: other)
    }
    let nameless = try ClientKey(pem: keys.bytes(file)).assertion(of: "a", audience: "b", now: 1)
    #expect(try keys.verified(nameless, by: file)["header"]?["kid"] == nil)
  }

  @Test("a key that can't sign is refused in words, and never shown")
  func refused() throws {
    let work = try Workplace()
    work.environment["THUNDERID_TOKEN"] = nil
    let good = try keys.make(.ed25519, "good")
    #expect(Shell.run("openssl pkey -in '\(good)' -pubout -out '\(good)'.pub", work.environment) == 0)
    try work.write("text", "Not-To-Be-Seen")
    try work.write("broken", "-----BEGIN PRIVATE KEY-----\nTm90LVRvLUJlLVNlZW4=\n-----END PRIVATE KEY-----\n")
    let table = [
      (try keys.make(.weakRSA, "weak"), "1024 bits is too weak"), (try keys.make(.p384, "p384"), "neither an RSA"),
      (try keys.make(.encrypted, "encrypted"), "needs a passphrase"), (good + ".pub", "holds no private key"),
      ("text", "it is no PEM file"), ("broken", "can't be read"), ("missing", "can't be read"),
    ]
    for (file, message) in table {
      let run = try work.run("whoami", "--client-id", "portal", "--client-key-file", file)
      #expect(run.code == 64 && run.err.contains("--client-key-file: ") && run.err.contains(message), "\(run)")
      #expect(!run.all.contains("Not-To-Be-Seen") && !run.all.contains("Tm90LVRv"))
    }
    try work.write("secret", "s")
    let two = try work.run(
      "whoami", "--client-id", "portal", "--client-key-file", good, "--client-secret-file", "secret")
    #expect(two.code == 64 && two.err.contains("--client-secret-file and --client-key-file are two proofs"), "\(two)")
  }

  /// Makes an application with these keys that may do everything.
  private func register(_ server: SandboxServer, _ jwks: String, method: String = "private_key_jwt") throws {
    func send(_ path: String, _ body: JSONValue) throws -> JSONValue {
      let response = server.handle(
        HTTPRequest(
          method: "POST", url: path, headers: HTTPHeaders([("Authorization", "Bearer sandbox-admin")]),
          body: body.bytes()))
      #expect(response.status < 300, "\(String(decoding: response.body, as: UTF8.self))")
      return (try? JSONValue(parsing: response.body)) ?? .null
    }
    let made = try send(
      "/applications",
      [
        "ouId": "01900000-0000-7000-8000-000000000001", "name": "Portal", "type": "m2m",
        "inboundAuthConfig": [
          [
            "type": "oauth2",
            "config": [
              "clientId": "portal", "grantTypes": ["client_credentials"], "tokenEndpointAuthMethod": .string(method),
              "certificate": ["type": "JWKS", "value": .string(jwks)],
            ],
          ]
        ],
      ])
    #expect(made.text().contains("clientSecret") == false || method != "private_key_jwt")
    _ = try send(
      "/roles/01900000-0000-7000-8000-000000000050/assignments/add",
      ["assignments": [["id": made["id"] ?? .null, "type": "app"]]])
  }

  @Test("the command signs in with its key", arguments: KeyFolder.Kind.good)
  func signsIn(kind: KeyFolder.Kind) throws {
    let work = try Workplace()
    let file = try keys.make(kind)
    try register(work.server, try keys.jwks(file, "k1"))
    work.environment["THUNDERID_TOKEN"] = nil
    let words = ["--client-id", "portal", "--client-key-file", file]
    let run = try work.run(["whoami"] + words + ["--client-key-id", "k1"])
    #expect(run.code == 0 && run.out.contains("client credentials of portal"), "\(run)")
    try work.write("m.yaml", Manifests.users(1))
    #expect(try work.run(["apply", "m.yaml", "--auto-approve"] + words).code == 0)
    #expect(work.user("user0") != nil)
    #expect(try work.run(["whoami"] + words + ["--client-key-id", "other"]).code == 6)
    #expect(try work.run(["whoami"] + words + ["--client-audience", "https://elsewhere.example"]).code == 6)
    let stranger = try work.run("whoami", "--client-id", "portal", "--client-key-file", try keys.make(kind, "stranger"))
    #expect(stranger.code == 6 && stranger.err.contains("Check the client id and its secret or key"), "\(stranger)")
  }

  @Test("a sandbox in a file takes it too, and a profile can hold it")
  func sandboxFile() throws {
    let work = try Workplace(.file)
    let file = try keys.make(.p256)
    try register(work.server, try keys.jwks(file))
    try work.write(
      ".thunderid-apply.yaml",
      "defaultProfile: p\nprofiles: { p: { client-id: portal, clientKeyFile: '\(file)' } }\n")
    let run = try work.run("whoami")
    #expect(run.code == 0 && run.out.contains("client credentials of portal"), "\(run)")
  }

  @Test("the sandbox takes an assertion once, in its time, for itself, of a client that signs")
  func sandboxRules() throws {
    let server = SandboxServer()
    let file = try keys.make(.ed25519)
    try register(server, try keys.jwks(file))
    let key = try ClientKey(pem: keys.bytes(file))
    let now = Int(Date().timeIntervalSince1970)
    func status(_ assertion: String, client: String? = "portal") -> Int {
      var form = "grant_type=client_credentials&client_assertion=" + assertion
      form += "&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
      if let client { form += "&client_id=" + client }
      let headers = HTTPHeaders([("Content-Type", "application/x-www-form-urlencoded"), ("Host", "127.0.0.1:8090")])
      return server.handle(
        HTTPRequest(method: "POST", url: "/oauth2/token", headers: headers, body: Array(form.utf8))
      ).status
    }
    let here = "http://127.0.0.1:8090/oauth2/token"
    let once = try key.assertion(of: "portal", audience: here, now: now)
    #expect(status(once) == 200)
    #expect(status(once) == 401, "a second time")
    #expect(status(try key.assertion(of: "portal", audience: here, now: now), client: nil) == 200)
    for (client, audience, time) in [
      ("portal", "https://localhost:8090/oauth2/token", now), ("portal", "https://localhost:8090", now),
    ] {
      #expect(status(try key.assertion(of: client, audience: audience, now: time)) == 200, "\(audience)")
    }
    for (client, audience, time) in [
      ("portal", here, now - 300), ("portal", here, now + 300), ("portal", "https://other.example", now),
      ("other", here, now),
    ] {
      #expect(status(try key.assertion(of: client, audience: audience, now: time)) == 401, "\(client) \(time)")
    }
    #expect(status(try key.assertion(of: "portal", audience: here, now: now), client: "other") == 401)
    let good = try key.assertion(of: "portal", audience: here, now: now).split(separator: ".")
    for broken in [
      "", "a.b.c", "\(good[0]).\(good[1]).", "\(good[0]).\(good[1]).AAAA", "\(good[1]).\(good[0]).\(good[2])",
    ] {
      #expect(status(broken) == 401, "\(broken)")
    }
    let basic = SandboxServer()
    try register(basic, try keys.jwks(file), method: "client_secret_basic")
  }
}

@Suite("A command that gives the secret")
struct SecretCommandTests {
  @Test("its output is the secret, without one newline, and nothing else of it is seen")
  func secret() throws {
    let work = try Workplace()
    try work.write("m.yaml", Manifests.machine())
    #expect(try work.run("apply", "m.yaml", "--auto-approve").code == 0)
    work.environment["THUNDERID_TOKEN"] = nil
    try work.write("secret", "Keep-Me-123456\n")
    for command in ["cat secret", "printf %s \"$(cat secret)\""] {
      let run = try work.run("whoami", "--client-id", "portal", "--client-secret-command", command)
      #expect(run.code == 0 && !run.all.contains("Keep-Me"), "\(run)")
    }
    let table = [
      ("cat secret; echo", "answered 401"), ("cat secret >&2; cat secret; exit 3", "ended with exit code 3"),
      ("kill -9 $$", "was ended by signal 9"), ("true", "printed nothing"), ("no-such-command", "exit code 127"),
      ("head -c 70000 /dev/zero", "printed no secret"), ("printf '\\377'", "printed no secret"),
    ]
    for (command, message) in table {
      let run = try work.run("whoami", "--client-id", "portal", "--client-secret-command", command)
      #expect(run.code == 6 && run.err.contains(message), "\(run)")
    }
    #expect(work.places(of: "Keep-Me", except: ["m.yaml", "secret"]).isEmpty)
  }

  @Test(
    "one that never ends is ended, by time or by what it prints", arguments: ["yes", "sleep 100", "exec sleep 100"])
  func endless(_ command: String) {
    let error = #expect(throws: SignInError.self) { try SecretCommand.run(command, timeLimit: 0.5) }
    let reason = command == "yes" ? "more than 65536 bytes" : "was not done within"
    #expect(error?.description.contains(reason) == true)
  }
}
