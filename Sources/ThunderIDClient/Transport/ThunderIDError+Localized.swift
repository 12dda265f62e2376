import Foundation

extension ThunderIDError: LocalizedError {
  /// The description, so that `localizedDescription` says it too.
  public var errorDescription: String? { description }
}
