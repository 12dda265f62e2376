import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Where a path leads that a file is to be put at. A rename over it would do away with a link, a device or a pipe that
/// somebody put there on purpose.
package enum FilePlace: Sendable, Hashable {
  /// An ordinary file, or none yet, at the end of all links; with the mode of the one that is there.
  case file(path: String, mode: mode_t?)
  /// One of this process's own streams: `/dev/stdout`, or what it is redirected to.
  case stream(Int32)
  /// A device or a pipe.
  case special

  /// - Throws: `FileError` for a folder, and where it can't be looked at.
  package init(_ path: String) throws {
    var info = stat()
    guard stat(path, &info) == 0 else {
      guard errno == ENOENT else { throw FileError("can't be written", path, code: errno) }
      self = .file(path: FilePlace.endOfLinks(path), mode: nil)
      return
    }
    if let stream = [Int32(1), 2].first(where: { FilePlace.isSame(info, $0) }) {
      self = .stream(stream)
      return
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG:
      let real = realpath(path, nil)
      defer { free(real) }
      self = .file(path: real.map { String(cString: $0) } ?? path, mode: info.st_mode & 0o7777)
    case S_IFDIR: throw FileError("can't be written", path, code: EISDIR)
    default: self = .special
    }
  }

  private static func isSame(_ info: stat, _ descriptor: Int32) -> Bool {
    var other = stat()
    return fstat(descriptor, &other) == 0 && other.st_dev == info.st_dev && other.st_ino == info.st_ino
  }

  /// What a link that leads to nothing yet would be followed to.
  private static func endOfLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      let folder = FilePath.folder(of: path)
      path = next.hasPrefix("/") || folder.isEmpty ? next : folder + "/" + next
    }
    return path
  }
}

/// Puts whole files in place: a reader sees the old or the new one, never a part.
package enum ReplacedFile {
  /// How long a pipe may take to accept more, in milliseconds.
  private static let patience: Int32 = 10_000

  /// A report for people and programs. A device or pipe at that place is written into.
  ///
  /// - Throws: `FileError`; an ordinary file is then as it was.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    switch try FilePlace(path) {
    case .file(let real, let mode):
      let temporary = real + ".\(getpid()).tmp"
      do {
        try write(bytes, path, opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) { descriptor in
          if let mode { _ = fchmod(descriptor, mode) }
        }
        guard rename(temporary, real) == 0 else { throw FileError("can't be put in place", path, code: errno) }
      } catch {
        unlink(temporary)
        throw error
      }
    case .stream, .special:
      // A pipe that nobody reads must not hold the run up.
      try write(bytes, path, opening: path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0)
    }
  }

  private static func write(
    _ bytes: [UInt8], _ path: String, opening target: String, _ flags: Int32, _ mode: mode_t,
    _ prepare: (Int32) -> Void = { _ in }
  ) throws {
    let descriptor = open(target, flags, mode)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENXIO { throw FileError("\(path) can't be written: nobody reads it") }
      throw FileError("can't be written", path, code: code)
    }
    defer { close(descriptor) }
    prepare(descriptor)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, patience) > 0 else { throw FileError("\(path) can't be written: nobody reads it") }
      } else if errno != EINTR {
        throw FileError("can't be written", path, code: errno)
      }
    }
  }
}
