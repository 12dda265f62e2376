#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// A token in a file that something else keeps fresh; it is read again when the file changes or the server refuses it.
public actor FileTokenSource: TokenSource {
  private let path: String
  private var held: (token: String, stamp: FileStamp)?

  /// A source of the token in the file at `path`, which is read when the first token is needed.
  public init(path: String) { self.path = path }

  /// The token in the file.
  ///
  /// - Throws: ``ThunderIDError`` with `.authenticationFailed`: no such file, not readable, empty, or no token.
  public func token() async throws -> String {
    if let held, held.stamp.isRegular == false || FileStamp(path) == held.stamp { return held.token }
    let (text, stamp) = try read()
    let token = try AccessToken.check(AccessToken.trim(text), from: "The token file \(path)")
    held = (token, stamp)
    return token
  }

  /// Forgets the token, so that the file is read again. What came through a pipe can't be read twice and stays.
  public func invalidate(_ token: String) async {
    if let held, held.token == token, held.stamp.isRegular { self.held = nil }
  }

  private func failure(_ reason: String) -> ThunderIDError {
    ThunderIDError(code: .authenticationFailed, message: "The token file \(path) \(reason).")
  }

  private func read() throws -> (String, FileStamp) {
    // Without O_NONBLOCK a pipe that nobody writes to would hold us for ever.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure("can't be opened: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    guard let stamp = FileStamp(descriptor: file) else { throw failure("can't be examined") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= FileTokenSource.sizeLimit {
      let count = buffer.withUnsafeMutableBytes { unsafe in
        #if canImport(Darwin)
          Darwin.read(file, unsafe.baseAddress, unsafe.count)
        #elseif canImport(Musl)
          Musl.read(file, unsafe.baseAddress, unsafe.count)
        #else
          Glibc.read(file, unsafe.baseAddress, unsafe.count)
        #endif
      }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if count == 0 {
        return (String(decoding: bytes, as: UTF8.self), stamp)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 10_000) > 0 else { throw failure("gave nothing for 10 seconds") }
      } else if errno != EINTR {
        throw failure("can't be read: \(String(cString: strerror(errno)))")
      }
    }
    throw failure("is larger than \(FileTokenSource.sizeLimit / 1024) KiB, so it holds no token")
  }

  private static let sizeLimit = 1 << 16
}

/// What tells one state of a file from another.
private struct FileStamp: Equatable {
  let isRegular: Bool
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    isRegular = info.st_mode & S_IFMT == S_IFREG
    inode = UInt64(info.st_ino)
    size = Int64(info.st_size)
    #if canImport(Darwin)
      seconds = info.st_mtimespec.tv_sec
      nanoseconds = info.st_mtimespec.tv_nsec
    #else
      seconds = info.st_mtim.tv_sec
      nanoseconds = info.st_mtim.tv_nsec
    #endif
  }
}
