import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

@testable import thunderid_apply

@Suite("Doctor")
struct DoctorTests {
  /// The checks of a run with `--json`, by their names.
  private func checks(_ run: Run) throws -> [String: (status: String, detail: String)] {
    let json = try JSONValue(parsing: Array(run.out.utf8))
    #expect(json["exitCode"]?.intValue == Int(run.code), "\(run)")
    #expect(json["ok"]?.boolValue == (run.code == 0))
    return Dictionary(
      uniqueKeysWithValues: (json["checks"]?.arrayValue ?? []).map {
        ($0["name"]?.stringValue ?? "", ($0["status"]?.stringValue ?? "", $0["detail"]?.stringValue ?? ""))
      })
  }

  @Test("all of it, for a sandbox in a file")
  func whole() throws {
    let work = try Workplace(.file)
    try work.write(
      ".thunderid-apply.yaml",
      "defaultProfile: try\nprofiles:\n  try: { max-deletes: 3, lock-timeout: 1, var: [A=Not-To-Be-Seen], no-color: true }\n"
    )
    let run = try work.run(
      "doctor", "--scope", "system", "--insecure=false", environment: ["THUNDERID_TOKEN": "Not-To-Be-Seen"])
    #expect(run.code == 6 && !run.all.contains("Not-To-Be-Seen"), "\(run)")
    #expect(
      run.out.hasPrefix(
        """
        Settings:
          server                 sandbox:state.json  (THUNDERID_SERVER)
          token                  set  (THUNDERID_TOKEN)
          token-file             not set
          client-id              not set
          client-secret-file     not set
          client-secret-command  not set
          client-key-file        not set
          client-key-id          not set
          client-audience        the server's token endpoint  (default)
          resource               https://localhost:8090/mcp  (default)
          scope                  system  (--scope)
          ca-file                not set
          insecure               false  (--insecure)
          timeout                30  (default)
          max-deletes            3  (profile try at .thunderid-apply.yaml:3:10)
          max-delete-percent     20  (default)
          read                   auto  (default)
          parallelism            4  (default)
          config                 .thunderid-apply.yaml  (default)
          profile                try  (profile try at .thunderid-apply.yaml:3:3)
          color                  auto  (default)
          no-color               true  (profile try at .thunderid-apply.yaml:3:68)
          json                   not set
          lock-timeout           1  (profile try at .thunderid-apply.yaml:3:26)
          var                    set  (profile try at .thunderid-apply.yaml:3:43)

        Checks:
          ok       server                    sandbox:state.json
          skipped  dns                       a sandbox in a file
          skipped  tcp                       a sandbox in a file
          skipped  tls                       a sandbox in a file
          ok       answer                    /health/readiness says 200
          ok       token                     a token; when it expires it does not say
          failed   list organization units   GET /organization-units: 
        """), "\(run)")
    #expect(run.out.contains("  skipped  list users                the token is refused\n"), "\(run)")
  }

  @Test("a server on loopback has a name, a connection and a clock, and its lists can be read")
  func loopback() throws {
    let work = try Workplace()
    let run = try work.run("doctor", "--json")
    let found = try checks(run)
    #expect(run.code == 0 && !run.all.contains("sandbox-admin"), "\(run)")
    #expect(found["dns"]?.detail == "127.0.0.1 is 127.0.0.1" && found["tcp"]?.status == "ok")
    #expect(found["tls"]?.status == "skipped" && found["tls"]?.detail == "plain http on this machine")
    #expect(found["clock"]?.status == "ok" && found["clock"]?.detail == "the same as the server's")
    for list in ["organization units", "users", "applications", "agents", "user types", "agent types"] {
      #expect(found["list \(list)"]?.status == "ok", "\(run)")
    }
    #expect(found["limit users"]?.detail == "1 of 1000 records")
  }

  @Test("what is not allowed and what is too long are told apart")
  func permissions() throws {
    let work = try Workplace()
    work.server.faults.set([
      Fault(.status(403, retryAfter: nil, .before), method: "GET", path: "/agents", times: nil),
      Fault(.status(500, retryAfter: nil, .before), method: "GET", path: "/users", times: nil),
      Fault(.status(500, retryAfter: nil, .before), method: "GET", path: "/applications", times: nil),
    ])
    let run = try work.run("doctor", "--json")
    let found = try checks(run)
    #expect(found["list agents"]?.status == "failed" && found["limit agents"]?.status == "skipped", "\(run)")
    #expect(found["list users"]?.status == "ok" && found["limit users"]?.status == "warning")
    #expect(found["list applications"]?.status == "ok" && found["limit applications"]?.status == "failed")
    #expect(run.code == 1, "the first that failed are the applications")
  }

  @Test("the exit code says what kind of failure it is, and what can't be checked is skipped")
  func failures() throws {
    let work = try Workplace()
    let table: [([String: String?], Int32, failed: String, skipped: String)] = [
      (["THUNDERID_SERVER": nil], 64, "server", "dns"), (["THUNDERID_TOKEN": nil], 6, "token", "list users"),
      (["THUNDERID_SERVER": "http://127.0.0.1:9"], 7, "tcp", "tls"),
      (["THUNDERID_SERVER": "http://nowhere.invalid"], 64, "server", "dns"),
      (["THUNDERID_SERVER": "https://nowhere.invalid"], 7, "dns", "tcp"),
      (["THUNDERID_TOKEN": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJqYW5lIiwiZXhwIjoxfQ.c2ln"], 6, "token", "list users"),
    ]
    for (environment, code, failed, skipped) in table {
      let run = try work.run("doctor", "--json", environment: environment)
      let found = try checks(run)
      #expect(run.code == code && found[failed]?.status == "failed" && found[skipped]?.status == "skipped", "\(run)")
    }
    let odd = try work.run(
      "doctor", "--json", environment: ["THUNDERID_PORT": "x", "THUNDERID_TOKEN_FIEL": "y", "THUNDERID_OTHER": "z"])
    let found = try checks(odd)
    #expect(odd.code == 0 && found["variable THUNDERID_PORT"]?.status == "warning", "\(odd)")
    #expect(found["variable THUNDERID_TOKEN_FIEL"]?.status == "warning" && found["variable THUNDERID_OTHER"] == nil)
  }

  @Test("a certificate: trusted, for the right name, for how long")
  func certificate() throws {
    let work = try Workplace()
    func tls(_ server: TLSServer, _ more: String...) throws -> (status: String, detail: String)? {
      try checks(work.run(["doctor", "--json", "--server", server.url] + more))["tls"]
    }
    let server = try TLSServer(host: "localhost", days: 100)
    let good = try #require(try tls(server, "--ca-file", server.caFile))
    #expect(
      good.status == "ok" && good.detail.hasPrefix("the certificate is trusted and fits localhost; it holds until "))
    #expect(good.detail.hasSuffix(", for 99 days"), "\(good)")
    let stranger = try #require(try tls(server))
    #expect(stranger.status == "failed" && stranger.detail.contains("can't be verified"), "\(stranger)")
    #expect(stranger.detail.hasSuffix(", for 99 days"), "\(stranger)")
    let blind = try #require(try tls(server, "--insecure"))
    #expect(blind.status == "warning" && blind.detail.contains("can't be verified"), "\(blind)")
    let soon = try TLSServer(host: "localhost", days: 10)
    #expect(try tls(soon, "--ca-file", soon.caFile)?.status == "warning")
    let other = try TLSServer(host: "elsewhere.example", days: 100)
    let wrong = try #require(try tls(other, "--ca-file", other.caFile))
    #expect(wrong.status == "failed" && wrong.detail.contains("is for another host name"), "\(wrong)")
  }

  @Test("clocks that are apart are told from how far on it matters")
  func clock() {
    #expect(DoctorChecks.clock(ahead: -1.2).detail == "the same as the server's")
    #expect(DoctorChecks.clock(ahead: 12.4).detail == "the server's is 12 s ahead")
    #expect(DoctorChecks.clock(ahead: 12.4).status == .ok)
    #expect(DoctorChecks.clock(ahead: -90).detail == "the server's is 90 s behind")
    #expect(DoctorChecks.clock(ahead: -90).status == .warning)
    #expect(HTTPDate.parse("Tue, 01 Dec 2026 16:25:18 GMT")?.timeIntervalSince1970 == 1_796_142_318)
    for text in ["", "Tue", "1 Foo 2026 00:00:00", "1 Dec 2026 00:00", "x Dec y 0:0:0"] {
      #expect(HTTPDate.parse(text) == nil, "\(text)")
    }
  }

  @Test("proxies of the environment are known as libcurl reads them")
  func proxies() {
    func proxy(_ scheme: String, _ host: String, _ environment: [String: String]) -> String? {
      NetworkPath.proxyVariable(scheme: scheme, host: host, environment: environment)
    }
    #expect(proxy("https", "a.b", ["HTTPS_PROXY": "p"]) == "HTTPS_PROXY")
    #expect(proxy("http", "a.b", ["HTTP_PROXY": "p", "https_proxy": "p"]) == nil)
    #expect(proxy("http", "a.b", ["ALL_PROXY": "p", "http_proxy": ""]) == "ALL_PROXY")
    for exempt in ["*", "b", ".b", "x, a.b"] {
      #expect(proxy("https", "A.b", ["https_proxy": "p", "no_proxy": exempt]) == nil, "\(exempt)")
    }
    #expect(proxy("https", "ab", ["https_proxy": "p", "NO_PROXY": "b"]) == "https_proxy")
  }
}
