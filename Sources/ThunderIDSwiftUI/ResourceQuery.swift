import Observation
import ThunderID

#if canImport(Combine)
  import Combine
#endif

/// One read of the management API that a view watches: what it gave last, whether it failed, whether it is under way.
///
/// Nothing is read until ``refetch()`` is called. Observable by Observation everywhere and by Combine where that is.
@MainActor @Observable
public final class ResourceQuery<Value: Sendable> {
  /// What the last successful read gave; nil before it.
  public private(set) var data: Value?
  /// Why the last read failed; nil after a successful one.
  public private(set) var error: ThunderIDError?
  /// Whether a read is under way.
  public private(set) var isLoading = false

  @ObservationIgnored private let read: @MainActor () async throws -> Value
  @ObservationIgnored private var latest = 0

  /// A query that reads with `read`.
  public init(read: @escaping @MainActor () async throws -> Value) { self.read = read }

  /// Whether a read has succeeded, so that a mutation refreshes the query.
  public var hasLoaded: Bool { data != nil }

  /// Reads anew. Of reads that overlap, the one that was asked for last counts, whichever answers first.
  public func refetch() async {
    latest += 1
    let ticket = latest
    announce()
    isLoading = true
    let result: Result<Value, ThunderIDError>
    do {
      result = .success(try await read())
    } catch {
      result = .failure(ThunderIDError(wrapping: error))
    }
    guard ticket == latest else { return }
    announce()
    isLoading = false
    switch result {
    case .success(let value):
      data = value
      error = nil
    case .failure(let failure): error = failure
    }
  }

  private func announce() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
  extension ResourceQuery: ObservableObject {}
#endif

extension ThunderIDError {
  /// The error itself where it is one of the library's, otherwise wrapped.
  init(wrapping error: any Error) {
    if let error = error as? ThunderIDError {
      self = error
    } else if error is CancellationError {
      self.init(code: .unknownError, message: "The operation was cancelled.", underlyingError: error)
    } else {
      self.init(code: .unknownError, message: "The operation failed.", underlyingError: error)
    }
  }
}
