import Dispatch
import ThunderID

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// What goes out, in one queue for both streams.
extension Output {
  /// Writes in the order of the calls and does not wait for whoever reads: a run must not stand still because its output
  /// goes into a pipe that nobody empties.
  static func write(_ text: String, to descriptor: Int32) {
    let isFirst = pending.withLock { pieces in
      // What comes while the last piece is being written goes in one.
      if pieces.last?.descriptor == descriptor {
        pieces[pieces.count - 1].text += text
        return false
      }
      pieces.append((text, descriptor))
      return pieces.count == 1
    }
    if isFirst { queue.async { writePending() } }
  }

  private static let pending = Locked<[(text: String, descriptor: Int32)]>([])

  private static func writePending() {
    let pieces = pending.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
    let line = live.withLock { $0 }
    if !line.isEmpty { writeNow(eraseLine, to: 2) }
    for piece in pieces { writeNow(piece.text, to: piece.descriptor) }
    if !line.isEmpty, pieces.last?.text.hasSuffix("\n") == true { writeNow(line, to: 2) }
  }

  /// Shows a line on standard error, a terminal, that the next one takes the place of and that other output pushes down;
  /// none where it is empty.
  static func showLive(_ line: String) {
    queue.async {
      live.withLock { $0 = line }
      writeNow(eraseLine + line, to: 2)
    }
  }

  private static let live = Locked("")
  private static let eraseLine = "\r\u{1B}[K"

  /// Waits until everything is written.
  static func flush() { queue.sync {} }

  /// Waits as long as ends can wait: who reads may have stopped.
  static func flush(atMost time: DispatchTimeInterval) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + time)
  }

  private static let queue = DispatchQueue(label: "output")

  /// Why results were lost, such as a full disk; nil where none was.
  static var lostResults: String? { loss.withLock { $0 }.map { String(cString: strerror($0)) } }
  private static let loss = Locked<Int32?>(nil)

  private static func writeNow(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            // A parent may have made the pipe non-blocking; this queue may wait for it.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, -1)
            continue
          }
          // What is under way goes on. Whoever closed the stream or stopped reading wants no more; else it is a loss.
          if descriptor == 1, errno != EPIPE, errno != EBADF { loss.withLock { $0 = errno } }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
