/// Where access tokens come from.
public protocol TokenSource: Sendable {
  /// A token that is good now.
  ///
  /// - Throws: ``ThunderIDError``, `.authenticationFailed` where there is none.
  func token() async throws -> String

  /// Tells that the server refused this token, so that the next one is a new one where that is possible.
  func invalidate(_ token: String) async
}

/// One token that never changes.
public struct FixedTokenSource: TokenSource {
  private let value: String

  /// A source of this token; spaces and newlines around it are dropped.
  public init(_ token: String) { value = AccessToken.trim(token) }

  /// The token.
  public func token() async throws -> String { try AccessToken.check(value, from: "The access token") }

  /// Does nothing: there is no other token.
  public func invalidate(_ token: String) async {}
}

/// The source of a client that was given none.
struct NoTokenSource: TokenSource {
  func token() async throws -> String {
    throw ThunderIDError(
      code: .authenticationFailed,
      message: "Nobody is signed in: give ThunderIDConfig a tokenSource, or a clientId and clientSecret.")
  }

  func invalidate(_ token: String) async {}
}

/// What an access token may look like (RFC 6750, section 2.1).
enum AccessToken {
  static func trim(_ text: String) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var bytes = Array(text.utf8)[...]
    bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The token, when it can stand in a header; the message never shows it.
  static func check(_ token: String, from source: String) throws -> String {
    guard !token.isEmpty else {
      throw ThunderIDError(code: .authenticationFailed, message: "\(source) is empty.")
    }
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ThunderIDError(
        code: .authenticationFailed, message: "\(source) holds a space or another character that no token may hold.")
    }
    return token
  }
}
