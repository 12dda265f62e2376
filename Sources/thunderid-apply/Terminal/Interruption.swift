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

  func watch() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds the source, which would end with its last reference.
      source.setEventHandler { [self] in
        withExtendedLifetime(source) { arrived(number) }
      }
      source.resume()
    }
  }

  private func arrived(_ number: Int32) {
    let stopsNow = state.withLock { state in
      defer { if state.signal == 0 { state.signal = number } }
      return state.signal != 0 || !state.isWriting
    }
    if stopsNow { _exit(128 + number) }
    Output.write("\nStopping: finishing what is in flight. Press Ctrl-C again to stop at once.\n", to: 2)
  }

  /// From here on a signal waits for the end of the step.
  func beginWriting() { state.withLock { $0.isWriting = true } }

  var isStopRequested: Bool { state.withLock { $0.signal != 0 } }
  var isTermination: Bool { state.withLock { $0.signal == SIGTERM } }
}
