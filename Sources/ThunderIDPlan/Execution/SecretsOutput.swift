import Foundation
import ThunderID

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Where secrets go that the server or this tool makes: a file of mode 0600, never the terminal. What the file holds
/// already stays in it.
package final class SecretsOutput {
  package let path: String
  private var content: JSONObject
  package private(set) var hasSecrets = false

  /// An output to a file that the user named; it is made, or proved writable, before anything is sent.
  ///
  /// - Throws: `FileError` where the file can't be written or holds something else.
  package init(given path: String) throws {
    self.path = path
    content = try SecretsOutput.content(of: path)
    try save()
  }

  /// An output to a file that is made when the first secret comes. A run that goes on finds its own there.
  ///
  /// - Throws: `FileError` where it is there and can't be read.
  package init(beside journal: String) throws {
    path = (journal as NSString).deletingPathExtension + ".secrets.json"
    content = try SecretsOutput.content(of: path)
  }

  /// Puts one secret into the file, on the disk when this returns. Another value under the same name is kept beside it,
  /// under `replaced`: it may be of another server, or of the resource that this one stands in for.
  ///
  /// - Throws: `FileError`.
  package func deliver(_ address: Address, name: String, value: String, clientID: String?) throws {
    var entry = content[address.description]?.objectValue ?? JSONObject()
    if let former = entry[name], former != .string(value) {
      var old = JSONObject([(name, former)])
      old["clientId"] = entry["clientId"]
      entry["replaced"] = .array((entry["replaced"]?.arrayValue ?? []) + [.object(old)])
    }
    if let clientID { entry["clientId"] = .string(clientID) }
    entry[name] = .string(value)
    let former = content
    content[address.description] = .object(entry)
    do {
      try save()
    } catch {
      content = former
      throw error
    }
    hasSecrets = true
  }

  /// What the file holds; nothing where there is none or it is empty.
  private static func content(of path: String) throws -> JSONObject {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      if errno == ENOENT { return JSONObject() }
      throw FileError("can't be looked at", path, code: errno)
    }
    // A whole new file takes its place: a device, a pipe or a link would be gone.
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw FileError("\(path) is no ordinary file: secrets go to an ordinary file of their own")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FileError("\(path) is there and can't be read, so what it holds would be lost: name another file")
    }
    if data.isEmpty { return JSONObject() }
    guard let object = (try? JSONValue(parsing: data))?.objectValue else {
      throw FileError("\(path) holds something that is no secrets file: name another one")
    }
    return object
  }

  private func save() throws {
    try DurableFile.replace(path, with: JSONValue.object(content).bytes(.pretty) + [0x0A])
  }
}
