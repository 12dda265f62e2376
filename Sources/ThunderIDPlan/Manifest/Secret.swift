import ThunderID

/// A value that must never be shown: whatever prints, mirrors or interpolates it prints `(sensitive value)`.
///
/// Sensitivity goes by origin, never by searching for the text: only ``reveal()`` gives the value, and only the code
/// that puts it into a request calls it.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How a secret is shown, always.
  package static let mask = "(sensitive value)"

  private let value: String
  /// Where the value comes from, in a form that can be saved in place of it.
  package let origin: Origin

  /// Where a secret comes from.
  package enum Origin: Sendable, Hashable {
    /// The manifest's own text before expansion, such as `${PORTAL_SECRET}`: variables and files, nothing else.
    case template(String, at: SourceLocation)
    /// The value, or a part or default of it, stands in the manifest itself.
    case literal(at: SourceLocation)
    /// This tool makes one up when the step is applied; the run delivers it.
    case generated
  }

  private let isJSON: Bool

  /// A secret.
  ///
  /// - Parameter isJSON: whether `value` is the JSON text of something else than a string.
  package init(_ value: String, origin: Origin, isJSON: Bool = false) {
    self.value = value
    self.origin = origin
    self.isJSON = isJSON
  }

  /// The value as it goes into a request.
  package func revealJSON() -> JSONValue {
    // What was written as JSON reads as JSON; a text that is none goes as the text that it is.
    isJSON ? (try? JSONValue(parsing: value)) ?? .string(value) : .string(value)
  }

  /// A random secret of 256 bits, in the alphabet of base64url.
  package static func generated() -> Secret {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var random = SystemRandomNumberGenerator()
    let characters = (0..<43).map { _ in alphabet[Int(random.next(upperBound: UInt(64)))] }
    return Secret(String(decoding: characters, as: UTF8.self), origin: .generated)
  }

  /// The value itself, for the request that carries it.
  package func reveal() -> String { value }

  package var description: String { Secret.mask }
  package var debugDescription: String { Secret.mask }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
