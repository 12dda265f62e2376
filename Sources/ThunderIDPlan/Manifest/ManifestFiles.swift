import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// Finds and reads the files of manifests.
package enum ManifestFiles {
  /// Why a path gives no manifest.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    package var message: String
    package var hint: String?

    package var description: String { message }
  }

  /// The files that a path means: itself, or those of a folder and the folders in it, sorted by their paths. Hidden
  /// ones are left out; a folder that links lead back to is walked once.
  package static func expand(_ path: String) throws -> [String] {
    if path == "-" { return ["-"] }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Fault(message: "there is no file or folder '\(path)'", hint: nil)
    }
    guard isFolder.boolValue else { return [path] }
    var seen: Set<String> = []
    let files = try walk(path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path, &seen)
    guard !files.isEmpty else {
      throw Fault(
        message: "the folder '\(path)' holds no *.yaml or *.yml file", hint: "name the folder of the manifests")
    }
    return files
  }

  private static func walk(_ folder: String, _ seen: inout Set<String>) throws -> [String] {
    guard seen.insert(URL(fileURLWithPath: folder).resolvingSymlinksInPath().path).inserted else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw Fault(message: "the folder '\(folder)' can't be read: \(error.localizedDescription)", hint: nil)
    }
    var files: [String] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        // What it held is not declared any more, which must not pass unseen.
        throw Fault(message: "'\(path)' is a link that leads nowhere", hint: "mend it, or take it away")
      }
      if isFolder.boolValue {
        files += try walk(path, &seen)
      } else if [".yaml", ".yml"].contains(where: name.lowercased().hasSuffix) {
        files.append(path)
      }
    }
    return files
  }

  /// The bytes of standard input.
  package static func readStandardInput() throws -> [UInt8] { try drain(0, "standard input") }

  /// The bytes of a file. A pipe is read only while somebody writes to it, so that nothing waits for ever.
  package static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(message: "'\(path)' can't be read: \(reason(errno))", hint: nil) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw Fault(message: "'\(path)' can't be read: \(reason(errno))", hint: nil)
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Fault(message: "'\(path)' is a folder", hint: nil)
    case S_IFIFO: return try pipe(descriptor, path)
    case S_IFCHR:
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return try drain(descriptor, path)
    default: throw Fault(message: "'\(path)' is no file", hint: nil)
    }
    guard info.st_size <= ManifestLoader.sizeLimit else {
      throw Fault(message: "'\(path)' is larger than \(ManifestLoader.sizeLimit >> 20) MiB", hint: nil)
    }
    return try drain(descriptor, path)
  }

  /// What a pipe gives. A writer may take its time, but one must come within two seconds.
  private static func pipe(_ descriptor: Int32, _ path: String) throws -> [UInt8] {
    var first: UInt8 = 0
    for _ in 0..<20 {
      let count = Glibc.read(descriptor, &first, 1)
      // Without a writer a pipe is at its end at once; with one that is silent a read would have to wait.
      if count > 0 || (count < 0 && errno == EAGAIN) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return try (count > 0 ? [first] : []) + drain(descriptor, path)
      }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 100) > 0, poll.revents & Int16(POLLIN | POLLHUP) == Int16(POLLHUP) { return [] }
    }
    throw Fault(message: "nothing writes to '\(path)'", hint: "give a file, or - for standard input")
  }

  private static func drain(_ descriptor: Int32, _ path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Fault(message: "'\(path)' can't be read: \(reason(errno))", hint: nil) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= ManifestLoader.sizeLimit else {
        throw Fault(message: "'\(path)' is larger than \(ManifestLoader.sizeLimit >> 20) MiB", hint: nil)
      }
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
