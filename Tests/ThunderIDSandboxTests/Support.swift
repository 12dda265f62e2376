import Foundation
import ThunderID
import ThunderIDSandbox

/// The text of a file in `Fixtures`.
func fixture(_ name: String) throws -> String {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
  return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
}

func base64Decoded(_ text: String) -> String? {
  Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
}

func base64Encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

/// A folder of its own that goes away with the test.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}

extension SandboxServer {
  /// Sends a request, as the administrator unless another token is given.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, token: String? = "sandbox-admin"
  ) -> (status: Int, body: JSONValue) {
    let response = handle(.sandbox(method, path, body, token: token))
    return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
  }

  /// Makes a user of the type Person and gives the id.
  @discardableResult
  func addUser(_ username: String) -> String? {
    send("POST", "/users", .user(username)).body["id"]?.stringValue
  }
}

extension HTTPRequest {
  static func sandbox(
    _ method: String, _ path: String, _ body: JSONValue? = nil, token: String? = "sandbox-admin"
  ) -> HTTPRequest {
    let headers = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    return HTTPRequest(method: method, url: path, headers: HTTPHeaders(headers), body: body?.bytes())
  }

  static func token(_ clientId: String, _ secret: String, _ form: String) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: "/oauth2/token",
      headers: HTTPHeaders([
        ("Authorization", "Basic " + base64Encoded("\(clientId):\(secret)")),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ]),
      body: Array(form.utf8))
  }
}

extension JSONValue {
  static let defaultUnit = JSONValue.string("01900000-0000-7000-8000-000000000001")

  static func user(_ username: String) -> JSONValue {
    [
      "ouId": defaultUnit, "type": "Person",
      "attributes": ["username": .string(username), "email": .string("\(username)@example.com")],
    ]
  }

  static func machine(_ clientId: String, _ secret: String) -> JSONValue {
    [
      "ouId": defaultUnit, "name": .string(clientId), "type": "m2m",
      "inboundAuthConfig": [
        [
          "type": "oauth2",
          "config": [
            "clientId": .string(clientId), "clientSecret": .string(secret), "grantTypes": ["client_credentials"],
            "tokenEndpointAuthMethod": "client_secret_basic",
          ],
        ]
      ],
    ]
  }
}

/// Every id of a listing, page by page as its `totalResults` asks for.
func allIds(_ path: String, _ key: String, of server: SandboxServer) -> [String] {
  var ids: [String] = []
  while true {
    let page = server.send("GET", "\(path)?limit=100&offset=\(ids.count)").body
    let rows = page[key]?.arrayValue ?? []
    ids += rows.compactMap { $0["id"]?.stringValue }
    if rows.isEmpty || ids.count >= page["totalResults"]?.intValue ?? 0 { return ids }
  }
}
