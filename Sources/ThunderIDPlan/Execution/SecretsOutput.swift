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
package final class SecretsOutput: Sendable {
  package let path: String
  private let deliveries: GroupCommit<Delivery>
  private let isUsed = Locked(false)

  private struct Delivery: Sendable {
    var address: Address
    var name: String
    var value: String
    var clientID: String?
  }

  /// An output to a file that the user named; it is made, or proved writable, before anything is sent.
  ///
  /// - Throws: `FileError` where the file can't be written or holds something else.
  package init(given path: String) throws {
    let content = try SecretsOutput.content(of: path)
    try SecretsOutput.save(content, to: path)
    self.path = path
    deliveries = SecretsOutput.deliveries(to: path, content)
  }

  /// An output to a file that is made when the first secret comes. A run that goes on finds its own there.
  ///
  /// - Throws: `FileError` where it is there and can't be read.
  package init(beside journal: String) throws {
    path = (journal as NSString).deletingPathExtension + ".secrets.json"
    deliveries = SecretsOutput.deliveries(to: path, try SecretsOutput.content(of: path))
  }

  /// Whether this run put a secret into the file.
  package var hasSecrets: Bool { isUsed.withLock { $0 } }

  /// Puts one secret into the file, on the disk when this returns. Another value under the same name is kept beside it,
  /// under `replaced`: it may be of another server, or of the resource that this one stands in for.
  ///
  /// - Throws: `FileError`.
  package func deliver(_ address: Address, name: String, value: String, clientID: String?) async throws {
    try await deliveries.add(Delivery(address: address, name: name, value: value, clientID: clientID))
    isUsed.withLock { $0 = true }
  }

  private static func deliveries(to path: String, _ content: JSONObject) -> GroupCommit<Delivery> {
    var content = content
    return GroupCommit { batch in
      let former = content
      for delivery in batch { add(delivery, to: &content) }
      do {
        try save(content, to: path)
      } catch {
        content = former
        throw error
      }
    }
  }

  private static func add(_ delivery: Delivery, to content: inout JSONObject) {
    let key = delivery.address.description
    let value = JSONValue.string(delivery.value)
    var entry = content[key]?.objectValue ?? JSONObject()
    if let former = entry[delivery.name], former != value {
      var old = JSONObject([(delivery.name, former)])
      old["clientId"] = entry["clientId"]
      entry["replaced"] = .array((entry["replaced"]?.arrayValue ?? []) + [.object(old)])
    }
    if let clientID = delivery.clientID { entry["clientId"] = .string(clientID) }
    entry[delivery.name] = value
    content[key] = .object(entry)
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

  private static func save(_ content: JSONObject, to path: String) throws {
    try DurableFile.replace(path, with: JSONValue.object(content).bytes(.pretty) + [0x0A])
  }
}
