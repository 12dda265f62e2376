import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// One run at a time on one server from one working folder. The lock is the kernel's (`flock`): a dead holder has none.
package final class RunLock {
  private let descriptor: Int32

  /// Takes the lock, waiting up to `timeout` seconds.
  ///
  /// - Parameter server: the server's address; runs on others don't wait for this one.
  /// - Throws: `FileError` where another run holds it for longer.
  package init(in workingFolder: String, server: String = "", timeout: Double, now: Date = Date()) throws {
    let folder = workingFolder + "/.thunderid-apply"
    try DurableFile.makeFolder(folder)
    let path = folder + "/lock" + (server.isEmpty ? "" : "-" + Digest.sha256(server.utf8).prefix(12))
    descriptor = systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("can't be opened", path, code: errno) }
    let end = ContinuousClock.now + .seconds(timeout)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw FileError("can't be locked", path, code: errno)
      }
      guard ContinuousClock.now < end else {
        let holder = (try? String(contentsOfFile: path, encoding: .utf8)).map { " (\($0))" } ?? ""
        throw FileError(
          "another run holds the lock \(path)\(holder): wait for it, or wait longer with --lock-timeout SECONDS")
      }
      usleep(50_000)
    }
    // For people only: that it can't be written takes nothing from the lock.
    ftruncate(descriptor, 0)
    let text = Array("process \(getpid()), since \(now.formatted(.iso8601))".utf8)
    _ = text.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
  }

  // Runs after a throw of `init` too, which therefore closes nothing itself: the number would be somebody else's by then.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
