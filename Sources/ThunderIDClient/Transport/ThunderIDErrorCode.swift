/// What went wrong, in the names that all ThunderID SDKs share.
public enum ThunderIDErrorCode: String, Sendable, Hashable, CaseIterable {
  /// An operation was called before `initialize(config:)`.
  case sdkNotInitialized = "SDK_NOT_INITIALIZED"
  /// `initialize(config:)` was called twice.
  case alreadyInitialized = "ALREADY_INITIALIZED"
  /// The configuration can't work: a bad address, a missing client id.
  case invalidConfiguration = "INVALID_CONFIGURATION"
  /// The redirect URI is not one of the application's.
  case invalidRedirectUri = "INVALID_REDIRECT_URI"
  /// HTTP 401, or the token endpoint refused the client.
  case authenticationFailed = "AUTHENTICATION_FAILED"
  /// HTTP 403: the access token lacks permission for the operation.
  case forbidden = "FORBIDDEN"
  /// HTTP 404: the resource does not exist.
  case notFound = "NOT_FOUND"
  /// HTTP 409: another resource has the same unique value, or the state forbids the change.
  case conflict = "CONFLICT"
  /// The identifier is empty, or HTTP 400: the server rejected the payload.
  case invalidInput = "INVALID_INPUT"
  /// The account is locked.
  case userAccountLocked = "USER_ACCOUNT_LOCKED"
  /// The account is disabled.
  case userAccountDisabled = "USER_ACCOUNT_DISABLED"
  /// The session is over; sign in again.
  case sessionExpired = "SESSION_EXPIRED"
  /// The grant is not valid (any more).
  case invalidGrant = "INVALID_GRANT"
  /// The user has to consent first.
  case consentRequired = "CONSENT_REQUIRED"
  /// The server could not be reached, or the connection broke.
  case networkError = "NETWORK_ERROR"
  /// No answer in time.
  case requestTimeout = "REQUEST_TIMEOUT"
  /// HTTP 5xx, or an answer that makes no sense.
  case serverError = "SERVER_ERROR"
  /// Anything else.
  case unknownError = "UNKNOWN_ERROR"
}
