import Testing
import ThunderID
import ThunderIDSandbox

/// One exchange with the real server, version 1.0.0.
struct RecordedExchange: Sendable, CustomStringConvertible {
  let name: String
  let method: String
  let path: String
  let headers: JSONObject
  /// Text stands for a body that is not JSON.
  let body: JSONValue?
  let status: Int
  let answerHeaders: JSONObject
  let answer: JSONValue?

  var description: String { name }
  var number: Int { Int(name.prefix(3)) ?? 0 }

  init(_ line: JSONValue) throws {
    name = try #require(line["name"]?.stringValue)
    method = try #require(line["method"]?.stringValue)
    path = try #require(line["path"]?.stringValue)
    headers = line["headers"]?.objectValue ?? JSONObject()
    body = line["body"]
    status = try #require(line["status"]?.intValue)
    answerHeaders = line["answerHeaders"]?.objectValue ?? JSONObject()
    answer = line["answer"]
  }

  static func all() throws -> [RecordedExchange] {
    try fixture("exchanges.jsonl").split(separator: "\n").map { try RecordedExchange(JSONValue(parsing: String($0))) }
  }
}

/// Plays recorded exchanges to a sandbox. Ids, secrets and tokens that the two servers made for themselves are paired
/// when they first appear, and replaced in what is sent from there on.
struct Replay {
  let server = SandboxServer()
  private var pairs: [String: String] = [:]
  private var lastToken = ""

  /// Sends the request of an exchange and gives everything in which the answer differs.
  mutating func differences(_ exchange: RecordedExchange) throws -> [String] {
    let response = server.handle(try request(exchange))
    var differences: [String] = []
    if response.status != exchange.status { differences.append("status \(response.status)") }
    for (name, value) in exchange.answerHeaders where response.headers[name] != value.stringValue {
      differences.append("\(name): \(response.headers[name] ?? "absent")")
    }
    let text = String(decoding: response.body, as: UTF8.self)
    switch exchange.answer {
    case nil:
      if !response.body.isEmpty { differences.append("a body: \(text)") }
    case .string(let expected)?:
      if text != expected { differences.append("the body: \(text)") }
    case let expected?:
      guard let actual = try? JSONValue(parsing: response.body) else { return differences + ["no JSON: \(text)"] }
      compare(expected, actual, at: "", &differences)
      if let token = actual["access_token"]?.stringValue { lastToken = token }
    }
    return differences
  }

  // Sending

  private func request(_ exchange: RecordedExchange) throws -> HTTPRequest {
    var headers = HTTPHeaders()
    for (name, value) in exchange.headers {
      headers.append(name, try header(value.stringValue ?? ""))
    }
    let body: [UInt8]?
    switch exchange.body {
    case nil: body = nil
    case .string(let text)?: body = Array(replaced(text).utf8)
    case let value?: body = Array(replaced(value.text()).utf8)
    }
    return HTTPRequest(method: exchange.method, url: replaced(exchange.path), headers: headers, body: body)
  }

  private func header(_ value: String) throws -> String {
    switch value {
    case "Bearer <admin token>": return "Bearer sandbox-admin"
    case "Bearer <noscope token>": return "Bearer sandbox-readonly"
    case "Bearer <m2m token>": return "Bearer \(lastToken)"
    case "Bearer <viewer token>": return "Bearer \(try server.token(for: user("viewer")))"
    case "Bearer <usermgr token>": return "Bearer \(try server.token(for: user("usermgr")))"
    default: break
    }
    guard value.hasPrefix("Basic "), let credentials = base64Decoded(String(value.dropFirst(6))) else { return value }
    return "Basic " + base64Encoded(replaced(credentials))
  }

  private func user(_ name: String) throws -> String {
    let list = server.handle(
      HTTPRequest(
        method: "GET", url: "/users?filter=username%20eq%20%22\(name)%22",
        headers: HTTPHeaders([("Authorization", "Bearer sandbox-admin")])))
    return try #require(try JSONValue(parsing: list.body)["users"]?[0]?["id"]?.stringValue)
  }

  private func replaced(_ text: String) -> String {
    pairs.reduce(text) { text, pair in text.replacing(pair.key, with: pair.value) }
  }

  // Comparing

  private mutating func compare(
    _ expected: JSONValue, _ actual: JSONValue, at path: String, _ differences: inout [String]
  ) {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      for (key, value) in expected {
        guard let other = actual[key] else {
          differences.append("\(path)/\(key) is missing")
          continue
        }
        compare(value, other, at: "\(path)/\(key)", &differences)
      }
      for key in actual.keys where expected[key] == nil { differences.append("\(path)/\(key) is too much") }
    case (.array(let expected), .array(let actual)):
      guard expected.count == actual.count else {
        differences.append("\(path) has \(actual.count) elements, not \(expected.count)")
        return
      }
      for (index, (value, other)) in zip(expected, actual).enumerated() {
        compare(value, other, at: "\(path)/\(index)", &differences)
      }
    case (.string(let expected), .string(let actual)): compare(expected, actual, at: path, &differences)
    default:
      if expected != actual { differences.append("\(path) is \(actual.text()), not \(expected.text())") }
    }
  }

  private mutating func compare(
    _ expected: String, _ actual: String, at path: String, _ differences: inout [String]
  ) {
    let key = path.split(separator: "/").last.map(String.init) ?? ""
    if ["createdAt", "updatedAt"].contains(key) {
      if !actual.contains("T") || !actual.hasSuffix("Z") { differences.append("\(path) is no time: \(actual)") }
      return
    }
    if ["access_token", "assertion"].contains(key), expected == "<token>" {
      if actual.isEmpty { differences.append("\(path) is empty") }
      return
    }
    if pairs[expected] == nil, expected != actual, isMade(expected, key) { pairs[expected] = actual }
    if replaced(expected) != actual { differences.append("\(path) is \(actual), not \(expected)") }
  }

  /// Whether a text is one that the server made up: an id of that run, or a generated client id or secret.
  private func isMade(_ text: String, _ key: String) -> Bool {
    if text.hasPrefix("01a230") { return text.utf8.count == 36 }
    switch key {
    case "clientId": return text.utf8.count == 22
    case "clientSecret", "flowSecret": return text.utf8.count == 43
    default: return false
    }
  }
}
