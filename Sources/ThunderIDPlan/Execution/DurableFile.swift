import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Why a file of a run can't be written.
package struct FileError: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ what: String, _ path: String, code: Int32) {
    description = "\(path) \(what): \(String(cString: strerror(code)))"
  }

  package init(_ description: String) { self.description = description }
}

/// A file that is written line by line, each line on the disk before the next thing happens. Mode 0600.
package final class DurableFile {
  package let path: String
  private let descriptor: Int32
  /// How much of the file is known to be whole: a write that fails half way is taken back to here.
  private var length: off_t
  private var isBroken = false

  /// A new file; refuses one that is there already.
  ///
  /// - Throws: `FileError`.
  package init(creating path: String) throws {
    self.path = path
    length = 0
    descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("can't be created", path, code: errno) }
    DurableFile.syncFolder(of: path)
  }

  /// A file that is there, to be continued.
  ///
  /// - Parameter kept: how many of its bytes stay; what stands after them is cut off. nil keeps all.
  /// - Throws: `FileError`.
  package init(appending path: String, keeping kept: Int? = nil) throws {
    self.path = path
    length = 0
    descriptor = systemOpen(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("can't be opened", path, code: errno) }
    length = max(0, lseek(descriptor, 0, SEEK_END))
    guard let kept, off_t(kept) < length else { return }
    guard ftruncate(descriptor, off_t(kept)) == 0 else { throw FileError("can't be shortened", path, code: errno) }
    length = off_t(kept)
  }

  // Runs after a throw of `init` too; a descriptor below zero closes nothing.
  deinit { close(descriptor) }

  /// Adds these bytes and waits until they are on the disk. Where that fails, none of them stay: half a line would run
  /// into the next one.
  ///
  /// - Throws: `FileError`; every later write throws too where the file's state is not known any more.
  package func write(_ bytes: [UInt8]) throws {
    guard !isBroken else { throw FileError("\(path) can't be written: an earlier write failed") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        isBroken = ftruncate(descriptor, length) != 0
        throw FileError("can't be written", path, code: code)
      }
      rest = rest.dropFirst(count)
    }
    guard systemSync(descriptor) else {
      // After a failed fsync nobody knows what the disk has.
      isBroken = true
      throw FileError("can't be written", path, code: errno)
    }
    length += off_t(bytes.count)
  }

  /// Puts a whole file in place at once, mode 0600: a reader sees the old or the new one, never a part. A link stays and
  /// leads to the new one.
  ///
  /// - Throws: `FileError`, also for what is no ordinary file.
  package static func replace(_ given: String, with bytes: [UInt8]) throws {
    guard case .file(let path, _) = try FilePlace(given) else {
      throw FileError("\(given) is no ordinary file, and this must be kept in one: name another")
    }
    let temporary = path + ".\(getpid()).tmp"
    unlink(temporary)
    let file = try DurableFile(creating: temporary)
    do {
      try file.write(bytes)
      guard rename(temporary, path) == 0 else { throw FileError("can't be put in place", path, code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    syncFolder(of: path)
  }

  /// Makes the folder and those above it, mode 0700, on the disk when this returns.
  ///
  /// - Throws: `FileError`.
  package static func makeFolder(_ path: String) throws {
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR { return }
    let parent = FilePath.folder(of: path)
    if !parent.isEmpty, parent != path { try makeFolder(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError("can't be made", path, code: errno) }
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { throw FileError("\(path) is no folder") }
    syncFolder(of: path)
  }

  /// A new name is on the disk when its folder is. Some file systems can't sync folders: then there is nothing to do.
  private static func syncFolder(of path: String) {
    let folder = FilePath.folder(of: path)
    let descriptor = systemOpen(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// `open` with mode 0600 for what it creates.
func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// `write` under a name that members called `write` don't hide.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemSync(_ descriptor: Int32) -> Bool {
  #if canImport(Darwin)
    // Darwin's fsync leaves data in the drive's cache.
    fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
  #else
    fdatasync(descriptor) == 0
  #endif
}
