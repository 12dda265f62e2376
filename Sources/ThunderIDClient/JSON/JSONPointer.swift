/// A path into a JSON value (RFC 6901): `/inboundAuthConfig/oauth2/config/redirectUris`.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The unescaped steps from the root.
  public var tokens: [String]

  /// A pointer of these steps; none is the whole value.
  public init(_ tokens: [String] = []) { self.tokens = tokens }

  /// A pointer from its text; nil where it neither is empty nor begins with `/`, or has a bad escape.
  public init?(_ text: String) {
    if text.isEmpty {
      tokens = []
      return
    }
    // By scalars: a combining mark after a slash would melt with it into one Character.
    var scalars = text.unicodeScalars[...]
    guard scalars.popFirst() == "/" else { return nil }
    tokens = []
    for part in scalars.split(separator: "/", omittingEmptySubsequences: false) {
      guard let token = JSONPointer.unescape(part) else { return nil }
      tokens.append(token)
    }
  }

  private static func unescape(_ part: Substring.UnicodeScalarView) -> String? {
    var token = String.UnicodeScalarView()
    var rest = part
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        token.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": token.append("~")
      case "1": token.append("/")
      default: return nil
      }
    }
    return String(token)
  }

  /// The text of RFC 6901: `~` as `~0` and `/` as `~1`.
  public var description: String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      text.append("/")
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text.append(contentsOf: "~0".unicodeScalars)
        case "/": text.append(contentsOf: "~1".unicodeScalars)
        default: text.append(scalar)
        }
      }
    }
    return String(text)
  }

  /// Byte-exact, as keys are: Swift's own `==` folds canonical equivalents.
  public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
    a.tokens.count == b.tokens.count && b.isWithin(a)
  }

  /// Feeds the same bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(JSONValue.string(token)) }
  }

  /// This pointer with one more step.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Whether this pointer is `other` or lies below it.
  public func isWithin(_ other: JSONPointer) -> Bool {
    tokens.starts(with: other.tokens) { $0.hasSameBytes(as: $1) }
  }

  /// The index that a token names: digits without a leading zero.
  fileprivate static func index(_ token: String, in elements: [JSONValue]) -> Int? {
    guard let index = Int(token), String(index).hasSameBytes(as: token), elements.indices.contains(index) else {
      return nil
    }
    return index
  }
}

extension JSONValue {
  /// The value at a pointer; array elements by index.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let next = object[token] else { return nil }
        value = next
      case .array(let elements):
        guard let index = JSONPointer.index(token, in: elements) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// This value with the one at the pointer set, objects made on the way; nil removes it. Array elements by index.
  public func setting(_ new: JSONValue?, at pointer: JSONPointer) -> JSONValue {
    guard let token = pointer.tokens.first else { return new ?? .null }
    let rest = JSONPointer(Array(pointer.tokens.dropFirst()))
    if case .array(var elements) = self, let index = JSONPointer.index(token, in: elements) {
      if rest.tokens.isEmpty, new == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].setting(new, at: rest)
      }
      return .array(elements)
    }
    var object = objectValue ?? JSONObject()
    if rest.tokens.isEmpty {
      object[token] = new
    } else if new != nil || object[token] != nil {
      object[token] = (object[token] ?? .object(JSONObject())).setting(new, at: rest)
    }
    return .object(object)
  }
}
