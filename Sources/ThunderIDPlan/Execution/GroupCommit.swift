import Dispatch
import ThunderID

/// Puts what several tasks want saved on the disk, in the order in which they said so: what comes while one save is
/// under way waits for the next, which takes all of it at once.
final class GroupCommit<Item: Sendable>: @unchecked Sendable {
  private struct State: Sendable {
    var pending: [(item: Item, waiter: CheckedContinuation<Void, any Error>?)] = []
    var flushWaiters: [CheckedContinuation<Void, Never>] = []
    var isSaving = false
    var failure: (any Error)?
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "group commit")
  // Called on the queue only, so what it holds needs no lock.
  private let save: ([Item]) throws -> Void

  /// - Parameter save: makes the items durable, all or none of them.
  init(_ save: @escaping ([Item]) throws -> Void) { self.save = save }

  /// The first save that failed.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Saves the item; it is on the disk when this returns.
  ///
  /// - Throws: what the save threw; then the item is not on the disk.
  func add(_ item: Item) async throws {
    try await withCheckedThrowingContinuation { waiter in enqueue(item, waiter) }
  }

  /// Has the item saved before all that is added later. Where that fails, ``failure`` tells.
  func addWithoutWaiting(_ item: Item) { enqueue(item, nil) }

  /// Waits until nothing is left to save.
  func flush() async {
    await withCheckedContinuation { waiter in
      let isIdle = state.withLock { state in
        if state.isSaving { state.flushWaiters.append(waiter) }
        return !state.isSaving
      }
      if isIdle { waiter.resume() }
    }
  }

  private func enqueue(_ item: Item, _ waiter: CheckedContinuation<Void, any Error>?) {
    let mustStart = state.withLock { state in
      state.pending.append((item, waiter))
      defer { state.isSaving = true }
      return !state.isSaving
    }
    if mustStart { queue.async { self.saveAll() } }
  }

  private func saveAll() {
    while true {
      let batch = state.withLock { state in
        defer { state.pending = [] }
        return state.pending
      }
      if batch.isEmpty {
        let flushed = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          guard state.pending.isEmpty else { return nil }
          state.isSaving = false
          defer { state.flushWaiters = [] }
          return state.flushWaiters
        }
        guard let flushed else { continue }
        flushed.forEach { $0.resume() }
        return
      }
      do {
        try save(batch.map(\.item))
        batch.forEach { $0.waiter?.resume() }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
        batch.forEach { $0.waiter?.resume(throwing: error) }
      }
    }
  }
}
