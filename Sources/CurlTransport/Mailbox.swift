import CCurl
import ThunderID

/// What the worker thread is told.
enum Command: Sendable {
  case start(Pending)
  case cancel(Transfer)
}

/// The one way from callers to the worker thread.
final class Mailbox: Sendable {
  private struct State {
    var commands: [Command] = []
    var isOpen = true
  }

  let multi: MultiHandle
  private let state = Locked(State())

  init(_ multi: MultiHandle) { self.multi = multi }

  /// Leaves a command; false once the box is closed.
  @discardableResult
  func post(_ command: Command) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.commands.append(command)
      // One wake-up for a batch. Under the lock, because after the box is closed the handle may be gone.
      if state.commands.count == 1 { multi.wake() }
      return true
    }
  }

  /// Takes no more commands; the thread empties the box and ends.
  func close() {
    state.withLock { state in
      state.isOpen = false
      multi.wake()
    }
  }

  /// What has come in since the last time, in order.
  func collect() -> (commands: [Command], isOpen: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isOpen)
    }
  }
}

/// libcurl's multi handle: connections and the transfers over them.
///
/// Belongs to the worker thread; ``wake()`` alone may be called from others (libcurl-thread(3)).
struct MultiHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init?(maxConnections: Int) {
    guard let pointer = curl_multi_init() else { return nil }
    self.pointer = pointer
    ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, max(1, min(maxConnections, 4096)))
  }

  /// Ends the poll that is going on, or else the next one.
  func wake() { curl_multi_wakeup(pointer) }

  /// Closes all connections. No transfer may be left.
  func destroy() { curl_multi_cleanup(pointer) }
}
