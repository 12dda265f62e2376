/// The one error of the library: what happened, what the server said, and what it belongs to.
///
/// ```swift
/// do {
///   let application = try await client.applications.get(id: id)
/// } catch let error as ThunderIDError where error.code == .notFound {
///   // There is no such application.
/// }
/// ```
/// It never holds a token or a request body.
public struct ThunderIDError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public let code: ThunderIDErrorCode
  /// What happened, in a sentence for people.
  public let message: String
  /// The error that led to this one: a ``TransportError``, or what a fetcher threw.
  public let underlyingError: (any Error)?

  /// The HTTP status, where there was an answer.
  public package(set) var status: Int?
  /// The server's own code: `APP-1018`, `AUTH-4010`, or an OAuth error such as `invalid_target`.
  public package(set) var serverCode: String?
  /// The server's short text: `Invalid request format`.
  public package(set) var serverMessage: String?
  /// The server's longer text.
  public package(set) var serverDescription: String?
  /// What the server said about single fields, by their names.
  public package(set) var fieldErrors: [String: String] = [:]
  /// The id under which the server logged the exchange.
  public package(set) var correlationId: String?
  /// Seconds that the server asks to wait before another try.
  public package(set) var retryAfter: Double?
  /// The method and path: `POST /applications`.
  public package(set) var request: String?

  /// Whether a write may have taken effect although it failed: the answer was lost, unreadable or a 5xx.
  package var mayHaveTakenEffect = false

  /// An error.
  public init(code: ThunderIDErrorCode, message: String, underlyingError: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlyingError = underlyingError
  }

  /// The message, and the correlation id to look for in the server's log.
  public var description: String {
    correlationId.map { "\(message) (correlation id \($0))" } ?? message
  }
}
