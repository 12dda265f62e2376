#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// A value that several threads share, one at a time.
///
/// A pthread mutex, because the thread sanitizer reports false races for `Synchronization.Mutex` on Linux.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the value while nobody else has it; it must not wait for anything.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
