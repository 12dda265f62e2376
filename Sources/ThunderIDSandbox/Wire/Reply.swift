import ThunderID

/// An answer on its way out: a status and what goes with it.
struct Reply {
  var status: Int
  var headers: [(String, String)] = []
  var body: [UInt8] = []

  static func json(_ status: Int, _ value: JSONValue) -> Reply { json(status, bytes: value.bytes()) }

  static func json(_ status: Int, bytes: [UInt8]) -> Reply {
    Reply(status: status, headers: [("Content-Type", "application/json")], body: bytes)
  }

  static let noContent = Reply(status: 204)

  static func plain(_ status: Int, _ text: String, headers: [(String, String)] = []) -> Reply {
    Reply(
      status: status, headers: headers + [("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
  }
}

/// An answer that refuses: thrown by endpoints before they change anything.
struct Refusal: Error {
  let reply: Reply

  /// One of the server's own errors: `{code, message: {key, defaultValue}, description: {key, defaultValue}}`.
  init(_ status: Int, _ code: String, description: String? = nil, headers: [(String, String)] = []) {
    let entry = ErrorCatalogue.entries[code] ?? ErrorCatalogue.unexpected
    self.init(status, code: code, entry, description: description, headers: headers)
  }

  init(
    _ status: Int, code: String, _ entry: ErrorCatalogue.Entry, description: String? = nil,
    headers: [(String, String)] = []
  ) {
    var reply = Reply.json(
      status,
      [
        "code": .string(code),
        "message": ["key": .string(entry.key), "defaultValue": .string(entry.message)],
        "description": [
          "key": .string(entry.key + "_description"), "defaultValue": .string(description ?? entry.description),
        ],
      ])
    reply.headers += headers
    self.reply = reply
  }

  init(_ reply: Reply) { self.reply = reply }

  /// What the server says when it trips over itself; some wrong requests get it, too.
  static let internalError = Refusal(500, "SSE-5000")

  /// The other shape of errors: fields that are missing or too long, found before the request is looked at.
  static func fields(_ errors: [(String, String)]) -> Refusal {
    Refusal(
      .json(
        400,
        [
          "code": "INVALID_INPUT_METADATA",
          "description": "One or more inbound fields failed structural edge-boundary rules.",
          "errors": .object(JSONObject(errors.map { ($0.0, .string($0.1)) })),
          "message": "Validation Failed",
        ]))
  }

  /// An error of OAuth 2.0 (RFC 6749, section 5.2).
  static func oauth(_ status: Int, _ error: String, _ description: String) -> Refusal {
    var reply = Reply.json(status, ["error": .string(error), "error_description": .string(description)])
    if status == 401 { reply.headers.append(("WWW-Authenticate", "Basic")) }
    return Refusal(reply)
  }
}
