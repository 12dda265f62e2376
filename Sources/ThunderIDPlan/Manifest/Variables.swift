/// Where `${NAME}` in a manifest gets its value: `--var`, then `--var-file`, then the environment.
package struct Variables: Sendable {
  package var given: [String: String]
  package var environment: [String: String]

  package init(given: [String: String] = [:], environment: [String: String] = [:]) {
    self.given = given
    self.environment = environment
  }

  /// The value of a name; nil where nothing sets it.
  package subscript(name: String) -> String? { given[name] ?? environment[name] }
}

/// A text of the manifest with `${NAME}`, `${NAME:-default}`, `${file:PATH}` and `$$` in it.
package enum Template {
  /// What is wrong with a template, for people.
  package struct Fault: Error, Sendable {
    package var code: String
    package var message: String
    package var hint: String?
  }

  /// Whether the text has anything to expand.
  package static func isTemplate(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "$")) && text.contains("${")
  }

  /// Whether the text only says where its value comes from: variables and files, with no text or default of its own
  /// that could be part of a secret. Such a text may be saved in place of the secret.
  package static func isReference(_ text: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      guard rest.hasPrefix("${"), let close = rest.firstIndex(of: "}") else { return false }
      let expression = rest[rest.index(rest.startIndex, offsetBy: 2)..<close]
      guard expression.hasPrefix("file:") || !expression.contains(":-") else { return false }
      rest = rest[rest.index(after: close)...]
    }
    return !text.isEmpty
  }

  /// The text with everything expanded, in one pass: what a variable brings is not expanded again.
  ///
  /// - Parameter readFile: gives the bytes of a path as written in the manifest.
  /// - Throws: `Fault`.
  package static func expand(
    _ text: String, variables: Variables, readFile: (String) throws -> [UInt8]
  ) throws -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var out = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      out += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if rest.first == "$" {
        out.append("$")
        rest.removeFirst()
      } else if rest.first == "{" {
        guard let close = rest.firstIndex(of: "}") else {
          throw Fault(code: "variable", message: "'${' without '}'", hint: "write $$ for a dollar sign")
        }
        out += try value(of: rest[rest.index(after: rest.startIndex)..<close], variables, readFile)
        rest = rest[rest.index(after: close)...]
      } else {
        out.append("$")
      }
    }
    return out + rest
  }

  private static func value(
    of expression: Substring, _ variables: Variables, _ readFile: (String) throws -> [UInt8]
  ) throws -> String {
    if expression.hasPrefix("file:") { return try contents(String(expression.dropFirst(5)), readFile) }
    let name: Substring
    let fallback: Substring?
    if let mark = expression.firstRange(of: ":-") {
      (name, fallback) = (expression[..<mark.lowerBound], expression[mark.upperBound...])
    } else {
      (name, fallback) = (expression, nil)
    }
    guard isName(name) else {
      throw Fault(
        code: "variable", message: "'\(name)' is no name of a variable",
        hint: "names have letters, digits and _; write $$ for a dollar sign")
    }
    if let value = variables[String(name)] { return value }
    if let fallback { return String(fallback) }
    throw Fault(
      code: "undefined-variable", message: "the variable \(name) is not set",
      hint: "set it with --var \(name)=VALUE, in --var-file or in the environment, or write ${\(name):-default}")
  }

  private static func contents(_ path: String, _ readFile: (String) throws -> [UInt8]) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path)
    } catch {
      throw Fault(code: "variable-file", message: "the file \(path) can't be read: \(error)", hint: nil)
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(code: "variable-file", message: "the file \(path) is not UTF-8 text", hint: nil)
    }
    if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_")
    }
  }
}
