import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Why a state file can't be used.
package struct StateFileError: Error, Sendable, CustomStringConvertible {
  /// What happened, to which file, and what to do.
  package let description: String

  init(_ path: String, _ problem: String) { description = "sandbox state file \(path): \(problem)" }
}

/// Keeps a state in a file that several processes may share: each takes a lock beside it, looks whether somebody else
/// changed it, and replaces it as a whole.
///
/// Secrets and passwords stand in it in the clear, for it is a sandbox: mode 0600.
final class StateFile: Sendable {
  private struct Stamp: Sendable, Equatable {
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  private let path: String
  /// What the file was when it was last read or written, and the open lock.
  private let seen = Locked<(stamp: Stamp?, lock: Int32)>((nil, -1))

  init(path: String) { self.path = path }

  deinit { seen.withLock { if $0.lock >= 0 { _ = close($0.lock) } } }

  /// Reads the state, or writes `state` where there is no file yet.
  func open(_ state: inout SandboxState) throws {
    try withLock {
      if try !load(&state) { try save(&state) }
    }
  }

  /// Runs `body` on the newest state, and saves what it changed.
  func withLatest<Result>(_ state: inout SandboxState, _ body: (inout SandboxState) -> Result) throws -> Result {
    try withLock {
      if try stamp() != seen.withLock({ $0.stamp }) { _ = try load(&state) }
      let before = state.revision
      let result = body(&state)
      if state.revision != before { try save(&state) }
      return result
    }
  }

  // Locking

  private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try openLock()
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("can't be locked") }
    }
    defer { _ = flock(lock, LOCK_UN) }
    return try body()
  }

  private func openLock() throws -> Int32 {
    try seen.withLock { seen in
      if seen.lock >= 0 { return seen.lock }
      seen.lock = system_open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC)
      guard seen.lock >= 0 else { throw failure("its lock file can't be opened") }
      return seen.lock
    }
  }

  // Reading

  /// Reads the file into `state`; false where there is none.
  private func load(_ state: inout SandboxState) throws -> Bool {
    guard let bytes = try read() else { return false }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw StateFileError(
        path, "it is not JSON (\(error)). It was left as it is: repair it, or move it away to begin anew.")
    }
    do {
      try state.decode(value)
    } catch let error as StateFormatError {
      throw StateFileError(
        path, "\(error.problem). It was left as it is: repair it, or move it away to begin anew.")
    }
    let stamp = try stamp()
    seen.withLock { $0.stamp = stamp }
    return true
  }

  private func read() throws -> [UInt8]? {
    let file = system_open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw failure("can't be read")
    }
    defer { _ = close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = system_read(file, &buffer)
      if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw failure("can't be read") }
    }
  }

  private func stamp() throws -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT { return seen.withLock { $0.stamp } }
      throw failure("can't be looked at")
    }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Stamp(
      inode: UInt64(info.st_ino), size: Int(info.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  // Writing

  /// Replaces the file. There is no fsync: it is a sandbox, and the old or the new file is whole in any case.
  private func save(_ state: inout SandboxState) throws {
    // Until the new file stands, what is in memory is in doubt: the next call reads the file.
    seen.withLock { $0.stamp = nil }
    state.forgetOldTokens()
    let temporary = path + ".tmp"
    let file = system_open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    guard file >= 0 else { throw failure("can't be written") }
    let isWritten = write(state.encoded(), to: file)
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      let error = failure("can't be written")
      _ = unlink(temporary)
      throw error
    }
    let stamp = try stamp()
    seen.withLock { $0.stamp = stamp }
  }

  private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = system_write(file, buffer.baseAddress! + done, buffer.count - done)  // not empty, so it has a base
        if count < 0, errno != EINTR { return false }
        done += max(0, count)
      }
      return true
    }
  }

  private func failure(_ problem: String) -> StateFileError {
    StateFileError(path, "\(problem): \(String(cString: strerror(errno)))")
  }
}

private func system_open(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
private func system_read(_ file: Int32, _ buffer: inout [UInt8]) -> Int { read(file, &buffer, buffer.count) }
private func system_write(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }
