import Foundation
import ThunderID
import ThunderIDSandbox

/// A folder of a test's own, a server, and the command to run there.
final class Workplace {
  /// Which server the command talks to.
  enum Place: String, CaseIterable, Sendable {
    /// A sandbox that this process serves over HTTP.
    case http
    /// A sandbox in a file, no port.
    case file
  }

  let folder: String
  /// The server, to look at and to tamper with.
  let server: SandboxServer
  var environment: [String: String]
  private let outputs: String
  private var http: SandboxHTTPServer?
  private var runs = 0

  init(_ place: Place = .http) throws {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)").path
    folder = base + "/work"
    outputs = base + "/outputs"
    for path in [folder, outputs] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    environment = ["PATH": "/usr/bin:/bin", "HOME": base]
    switch place {
    case .file:
      server = try SandboxServer(file: folder + "/state.json")
      environment["THUNDERID_SERVER"] = "sandbox:state.json"
    case .http:
      server = SandboxServer()
      let http = try SandboxHTTPServer(server: server, port: 0)
      http.start()
      self.http = http
      environment["THUNDERID_SERVER"] = http.address
      environment["THUNDERID_TOKEN"] = "sandbox-admin"
    }
  }

  deinit {
    http?.stop()
    try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ name: String, _ text: String) throws {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func read(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  /// Starts the command and goes on.
  ///
  /// - Parameter changed: variables that are set, or with nil unset.
  func start(
    _ arguments: String..., input: RunningCommand.Input = .nothing, environment changed: [String: String?] = [:]
  ) throws -> RunningCommand { try start(arguments, input, changed) }

  /// Runs the command to its end.
  func run(
    _ arguments: String..., input: RunningCommand.Input = .nothing, environment changed: [String: String?] = [:]
  ) throws -> Run { try start(arguments, input, changed).wait() }

  func run(_ arguments: [String], environment changed: [String: String?] = [:]) throws -> Run {
    try start(arguments, .nothing, changed).wait()
  }

  /// Starts the command in another folder than the test's own.
  func start(
    in folder: String, _ arguments: [String], environment changed: [String: String?] = [:]
  ) throws -> RunningCommand { try start(arguments, .nothing, changed, in: folder) }

  private func start(
    _ arguments: [String], _ input: RunningCommand.Input, _ changed: [String: String?], in other: String? = nil
  ) throws -> RunningCommand {
    runs += 1
    var environment = environment
    for (name, value) in changed { environment[name] = value }
    return try RunningCommand(
      arguments, in: other ?? folder, environment: environment, input: input,
      outputs: (outputs + "/\(runs).out", outputs + "/\(runs).err"))
  }

  /// The files below `.thunderid-apply`, by their paths in the folder.
  func runFiles(_ suffix: String = "") -> [String] {
    let paths = FileManager.default.enumerator(atPath: path(".thunderid-apply"))?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(suffix) && !$0.hasSuffix("runs") }.sorted().map { ".thunderid-apply/" + $0 }
  }

  /// Where a text stands: in which outputs and in which files of the folder, those named left out.
  func places(of text: String, except exempt: Set<String>) -> [String] {
    let needle = Data(text.utf8)
    func holds(_ path: String) -> Bool { FileManager.default.contents(atPath: path)?.range(of: needle) != nil }
    let printed = (try? FileManager.default.contentsOfDirectory(atPath: outputs)) ?? []
    let written = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return printed.filter { holds(outputs + "/" + $0) }
      + written.filter { !exempt.contains($0) && holds(path($0)) }
  }

  // The server, past the command

  @discardableResult
  func send(_ method: String, _ path: String, _ body: JSONValue? = nil) -> (status: Int, body: JSONValue) {
    let response = server.handle(
      HTTPRequest(
        method: method, url: path, headers: HTTPHeaders([("Authorization", "Bearer sandbox-admin")]),
        body: body?.bytes()))
    return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
  }

  func application(_ name: String) -> JSONValue? {
    let rows = send("GET", "/applications").body["applications"]?.arrayValue ?? []
    guard let id = rows.first(where: { $0["name"]?.stringValue == name })?["id"]?.stringValue else { return nil }
    return send("GET", "/applications/\(id)").body
  }

  func user(_ username: String) -> JSONValue? {
    send("GET", "/users?filter=username%20eq%20%22\(username)%22").body["users"]?[0]
  }

  /// Changes fields of an application as somebody at the console would.
  func edit(application name: String, _ fields: JSONObject) {
    guard var record = application(name), let id = record["id"]?.stringValue else { return }
    for (key, value) in fields { record = record.setting(value, at: JSONPointer([key])) }
    send("PUT", "/applications/\(id)", record)
  }

  /// Whether a client gets a token with this secret.
  func canSignIn(_ client: String, _ secret: String) -> Bool {
    let form = "grant_type=client_credentials&scope=system&resource=https%3A%2F%2Flocalhost%3A8090%2Fmcp"
    let response = server.handle(
      HTTPRequest(
        method: "POST", url: "/oauth2/token",
        headers: HTTPHeaders([
          ("Authorization", "Basic " + Data("\(client):\(secret)".utf8).base64EncodedString()),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ]), body: Array(form.utf8)))
    return response.status == 200
  }

  /// Everything that the server holds of these kinds: what a rollback must bring back. Without ids of users, which are
  /// new ones then, and without the response type that this server adds with the first PUT of its own record.
  func records() -> [String] {
    let users = send("GET", "/users?limit=100").body["users"]?.arrayValue ?? []
    let applications = send("GET", "/applications").body["applications"]?.arrayValue ?? []
    return users.map { $0.setting(nil, at: JSONPointer(["id"])).text() }.sorted()
      + applications.compactMap { $0["id"]?.stringValue }.map {
        send("GET", "/applications/\($0)").body.text().replacing(#","responseType":"JWT""#, with: "")
      }
      .sorted()
  }
}
