#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

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
    hasDollar(text)
      && pieces(text).contains { if case .text = $0 { false } else { true } }
  }

  /// Whether the text only says where its value comes from: variables and files, with no text or default of its own
  /// that could be part of a secret. Such a text may be saved in place of the secret.
  package static func isReference(_ text: String) -> Bool {
    !text.isEmpty
      && pieces(text).allSatisfy { piece in
        switch piece {
        case .file: true
        case .variable(let name, let fallback): fallback == nil && isName(name)
        case .text, .unclosed: false
        }
      }
  }

  /// The text with everything expanded, in one pass: what a variable brings is not expanded again.
  ///
  /// - Parameter readFile: gives the bytes of a path as written in the manifest.
  /// - Throws: `Fault`.
  package static func expand(
    _ text: String, variables: Variables, readFile: (String) throws -> [UInt8]
  ) throws -> String {
    let (text, faults) = expansion(of: text, variables: variables, readFile: readFile)
    if let fault = faults.first { throw fault }
    return text
  }

  /// The text with everything expanded, and all that is wrong with it.
  package static func expansion(
    of text: String, variables: Variables, readFile: (String) throws -> [UInt8]
  ) -> (text: String, faults: [Fault]) {
    guard hasDollar(text) else { return (text, []) }
    var out = ""
    var faults: [Fault] = []
    for piece in pieces(text) {
      do {
        switch piece {
        case .text(let text): out += text
        case .file(let path): out += try contents(String(path), readFile)
        case .variable(let name, let fallback): out += try value(of: name, fallback, variables)
        case .unclosed: throw Fault(code: "variable", message: "'${' without '}'", hint: "write $$ for a dollar sign")
        }
      } catch let fault as Fault {
        faults.append(fault)
      } catch {
        faults.append(Fault(code: "variable", message: "can't be expanded: \(error)", hint: nil))
      }
    }
    return (out, faults)
  }

  /// Few texts have one, and every text of a manifest is asked.
  private static func hasDollar(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, 0x24, bytes.count) != nil
    }
      ?? text.utf8.contains(UInt8(ascii: "$"))
  }

  private enum Piece {
    case text(Substring)
    case variable(Substring, fallback: Substring?)
    case file(Substring)
    case unclosed
  }

  /// The parts of a text. It is cut at bytes: as characters, a mark such as `}` would hide in what combines with it.
  private static func pieces(_ text: String) -> [Piece] {
    let bytes = text.utf8
    var pieces: [Piece] = []
    var start = bytes.startIndex
    while let dollar = bytes[start...].firstIndex(of: UInt8(ascii: "$")) {
      if start < dollar { pieces.append(.text(text[start..<dollar])) }
      let next = bytes.index(after: dollar)
      switch next < bytes.endIndex ? bytes[next] : nil {
      case UInt8(ascii: "$"):
        pieces.append(.text("$"))
        start = bytes.index(after: next)
      case UInt8(ascii: "{"):
        guard let close = bytes[next...].firstIndex(of: UInt8(ascii: "}")) else { return pieces + [.unclosed] }
        pieces.append(expression(text[bytes.index(after: next)..<close]))
        start = bytes.index(after: close)
      default:
        pieces.append(.text("$"))
        start = next
      }
    }
    return start < bytes.endIndex ? pieces + [.text(text[start...])] : pieces
  }

  private static func expression(_ text: Substring) -> Piece {
    let bytes = text.utf8
    if bytes.starts(with: "file:".utf8) { return .file(text[bytes.index(bytes.startIndex, offsetBy: 5)...]) }
    var colon = bytes.startIndex
    while let found = bytes[colon...].firstIndex(of: UInt8(ascii: ":")) {
      colon = bytes.index(after: found)
      if colon < bytes.endIndex, bytes[colon] == UInt8(ascii: "-") {
        return .variable(text[..<found], fallback: text[bytes.index(after: colon)...])
      }
    }
    return .variable(text, fallback: nil)
  }

  // No message tells what stands in a template besides a name or a path: it may be a part of a secret.
  private static func value(
    of name: Substring, _ fallback: Substring?, _ variables: Variables
  ) throws -> String {
    guard isName(name) else {
      throw Fault(
        code: "variable", message: "what ${ and } enclose here is no name of a variable",
        hint: "names have letters, digits and _; write $$ for a dollar sign")
    }
    if let fallback, fallback.utf8.contains(UInt8(ascii: "$")), isTemplate(fallback + "}") {
      throw Fault(
        code: "variable", message: "the default of \(name) can't hold another variable", hint: "a default is plain text"
      )
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
