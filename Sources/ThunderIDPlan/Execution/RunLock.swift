import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// One run at a time in a working folder. The lock is the kernel's (`flock`): a dead holder has none.
package final class RunLock {
  private let descriptor: Int32

  /// Takes the lock, waiting up to `timeout` seconds.
  ///
  /// - Throws: `FileError` where another run holds it for longer.
  package init(in workingFolder: String, timeout: Double) throws {
    let folder = workingFolder + "/.thunderid-apply"
    try DurableFile.makeFolder(folder)
    let path = folder + "/lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
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
    ftruncate(descriptor, 0)
    let text = Array("process \(getpid())".utf8)
    _ = text.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  // Runs after a throw of `init` too, which therefore closes nothing itself: the number would be somebody else's by then.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
