import Foundation
import ThunderID

/// The text of a file in `Fixtures`.
func fixture(_ name: String) throws -> String {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
  return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
}

func base64Decoded(_ text: String) -> String? {
  Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
}

func base64Encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

/// A folder of its own that goes away with the test.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}
