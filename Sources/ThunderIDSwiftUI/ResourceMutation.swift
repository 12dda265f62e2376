import Observation
import ThunderID

#if canImport(Combine)
  import Combine
#endif

/// One write of the management API that a view starts and watches. A success refreshes the queries that it changed.
@MainActor @Observable
public final class ResourceMutation<Input: Sendable, Output: Sendable> {
  /// What the last successful write gave; nil before it.
  public private(set) var data: Output?
  /// Why the last write failed; nil after a successful one.
  public private(set) var error: ThunderIDError?
  /// Whether a write is under way.
  public private(set) var isLoading = false

  @ObservationIgnored private let write: @MainActor (Input) async throws -> Output
  @ObservationIgnored private let succeeded: @MainActor (Input) async -> Void
  @ObservationIgnored private var underWay = 0

  /// A mutation.
  ///
  /// - Parameters:
  ///   - write: makes the change.
  ///   - succeeded: runs after a change that was made.
  public init(
    write: @escaping @MainActor (Input) async throws -> Output,
    succeeded: @escaping @MainActor (Input) async -> Void = { _ in }
  ) {
    self.write = write
    self.succeeded = succeeded
  }

  /// Makes the change and never throws: a failure stands in ``error``.
  public func mutate(_ input: Input) async {
    // What went wrong is in `error`, which is what this spelling is for.
    _ = try? await mutateThrowing(input)
  }

  /// Makes the change.
  ///
  /// - Throws: `ThunderIDError`.
  @discardableResult
  public func mutateThrowing(_ input: Input) async throws -> Output {
    announce()
    underWay += 1
    isLoading = true
    defer {
      announce()
      underWay -= 1
      isLoading = underWay > 0
    }
    do {
      let output = try await write(input)
      data = output
      error = nil
      await succeeded(input)
      return output
    } catch {
      let failure = ThunderIDError(wrapping: error)
      self.error = failure
      throw failure
    }
  }

  private func announce() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
  extension ResourceMutation: ObservableObject {}
#endif

extension ResourceMutation where Input == Void {
  /// Makes the change and never throws.
  public func mutate() async { await mutate(()) }
}
