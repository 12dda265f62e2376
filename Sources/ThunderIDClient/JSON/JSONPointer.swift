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
    guard text.hasPrefix("/") else { return nil }
    var result: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      var token = ""
      var rest = part[...]
      while let character = rest.popFirst() {
        guard character == "~" else {
          token.append(character)
          continue
        }
        switch rest.popFirst() {
        case "0": token.append("~")
        case "1": token.append("/")
        default: return nil
        }
      }
      result.append(token)
    }
    tokens = result
  }

  /// The text of RFC 6901: `~` as `~0` and `/` as `~1`.
  public var description: String {
    tokens.map { token in
      "/" + token.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }.joined()
  }

  /// This pointer with one more step.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Whether this pointer is `other` or lies below it.
  public func isWithin(_ other: JSONPointer) -> Bool { tokens.starts(with: other.tokens) }
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
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
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
    if case .array(var elements) = self, let index = Int(token), elements.indices.contains(index) {
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
