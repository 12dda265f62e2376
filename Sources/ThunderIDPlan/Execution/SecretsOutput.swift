import Foundation
import ThunderID

/// Where secrets go that the server or this tool makes: a file of mode 0600, never the terminal.
package final class SecretsOutput {
  package let path: String
  /// Whether the user named the file; it is then made before anything is sent.
  private let isGiven: Bool
  private var content: JSONObject
  package private(set) var hasSecrets = false

  /// An output to a file; what the file holds already is kept.
  ///
  /// - Throws: `FileError` where the file can't be written or holds something else: nothing has been sent then.
  package init(given path: String) throws {
    self.path = path
    isGiven = true
    content = JSONObject()
    if let data = FileManager.default.contents(atPath: path), !data.isEmpty {
      guard let object = (try? JSONValue(parsing: data))?.objectValue else {
        throw FileError("\(path) holds something that is no secrets file: name another one")
      }
      content = object
    }
    try save()
  }

  /// An output to a file that is made when the first secret comes.
  package init(beside journal: String) {
    path = (journal as NSString).deletingPathExtension + ".secrets.json"
    isGiven = false
    content = JSONObject()
  }

  /// Puts one secret into the file, on the disk when this returns.
  ///
  /// - Throws: `FileError`.
  package func deliver(_ address: Address, name: String, value: String, clientID: String?) throws {
    var entry = content[address.description]?.objectValue ?? JSONObject()
    if let clientID { entry["clientId"] = .string(clientID) }
    entry[name] = .string(value)
    content[address.description] = .object(entry)
    try save()
    hasSecrets = true
  }

  private func save() throws {
    try DurableFile.replace(path, with: JSONValue.object(content).bytes(.pretty) + [0x0A])
  }
}
