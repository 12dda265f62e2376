import Foundation
import Testing

/// Compares a text with the file `Arguments/Golden/NAME`; with `UPDATE_GOLDEN=1` the file is written instead, to be read
/// in review.
func expectGolden(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = tests.appendingPathComponent("Arguments/Golden/\(name)")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: file)
    return
  }
  let expected = try? String(contentsOf: file, encoding: .utf8)
  #expect(text == expected, "Golden/\(name) differs; UPDATE_GOLDEN=1 rewrites it", sourceLocation: location)
}
