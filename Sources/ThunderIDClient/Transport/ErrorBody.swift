/// What an error body says, in any of the shapes that the server uses (server 1.0.0):
///
/// - `{code, message: {key, defaultValue}, description: {key, defaultValue}}`
/// - `{code: "INVALID_INPUT_METADATA", message: "…", description: "…", errors: {field: text}}`
/// - `{error, error_description}` at OAuth endpoints (RFC 6749, section 5.2)
/// - plain text for paths and methods that it doesn't know
struct ErrorBody: Equatable {
  var code: String?
  var message: String?
  var description: String?
  var fieldErrors: [String: String] = [:]

  /// - Parameter shown: makes a text of the answer fit to be shown.
  init(_ response: HTTPResponse, shown: (String) -> String = ServerText.clean) {
    func text(_ value: JSONValue?) -> String? {
      let raw = value?.stringValue ?? value?["defaultValue"]?.stringValue ?? value?["key"]?.stringValue
      let text = raw.map(shown) ?? ""
      return text.isEmpty ? nil : text
    }
    if let body = try? JSONValue(parsing: response.body), case .object(let object) = body {
      code = text(object["code"]) ?? text(object["error"])
      message = text(object["message"])
      description = text(object["description"]) ?? text(object["error_description"])
      for (field, value) in object["errors"]?.objectValue ?? JSONObject() {
        fieldErrors[shown(field)] = text(value)
      }
    } else if response.headers["content-type"]?.lowercased().hasPrefix("text/plain") == true {
      let text = shown(String(decoding: response.body, as: UTF8.self))
      message = text.isEmpty ? nil : text
    }
  }

  /// Code and texts in one line, without saying anything twice: `APP-1018 Invalid request format: The request …`.
  var line: String? {
    var texts: [String] = []
    for text in [message, description].compactMap({ $0 }) where !texts.contains(text) { texts.append(text) }
    var line = [code, texts.isEmpty ? nil : texts.joined(separator: ": ")].compactMap { $0 }.joined(separator: " ")
    if !fieldErrors.isEmpty {
      let fields = fieldErrors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
      line += line.isEmpty ? fields : " (\(fields))"
    }
    return line.isEmpty ? nil : line
  }
}
