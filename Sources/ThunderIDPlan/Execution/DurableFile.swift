import Foundation

#if canImport(Glibc)
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

  /// A new file; refuses one that is there already.
  ///
  /// - Throws: `FileError`.
  package init(creating path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("can't be created", path, code: errno) }
    try DurableFile.syncFolder(of: path)
  }

  /// A file that is there, to be continued.
  package init(appending path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("can't be opened", path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Adds these bytes and waits until they are on the disk.
  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError("can't be written", path, code: errno)
      }
      rest = rest.dropFirst(count)
    }
    guard fdatasync(descriptor) == 0 else { throw FileError("can't be written", path, code: errno) }
  }

  /// Puts a whole file in place at once, mode 0600: a reader sees the old or the new one, never a part.
  package static func replace(_ path: String, with bytes: [UInt8]) throws {
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
    try syncFolder(of: path)
  }

  /// Makes the folder and those above it, mode 0700.
  package static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileError("\(path) can't be made: \(error.localizedDescription)")
    }
  }

  private static func syncFolder(of path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
