import Dispatch
import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// SIGINT and SIGTERM: the first asks a run to finish what is in flight, the second stops at once. Where nothing is
/// being written, the first stops at once too.
final class Interruption: Sendable {
  private let state = Locked((signal: Int32(0), isWriting: false))

  /// - Parameter stop: tells of the signal that ends a command at once, ahead of the end.
  func watch(_ stop: @escaping @Sendable (_ isTermination: Bool) -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds the source, which would end with its last reference.
      source.setEventHandler { [self] in
        withExtendedLifetime(source) { arrived(number, stop) }
      }
      source.resume()
    }
  }

  private func arrived(_ number: Int32, _ stop: (Bool) -> Void) {
    let stopsNow = state.withLock { state in
      defer { if state.signal == 0 { state.signal = number } }
      return state.signal != 0 || !state.isWriting
    }
    if stopsNow {
      stop(number == SIGTERM)
      _exit(128 + number)
    }
    Output.write("\nStopping: finishing what is in flight. Press Ctrl-C again to stop at once.\n", to: 2)
  }

  /// From here on a signal waits for the end of the step.
  func beginWriting() {
    state.withLock { $0.isWriting = true }
    Interruption.written.withLock { $0 = true }
  }

  /// Whether this process ever began to write.
  static var isAnythingWritten: Bool { written.withLock { $0 } }
  private static let written = Locked(false)

  var isStopRequested: Bool { state.withLock { $0.signal != 0 } }
  var isTermination: Bool { state.withLock { $0.signal == SIGTERM } }
}
