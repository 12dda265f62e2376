import Testing

@testable import ThunderIDPlan

struct EventSourceTests {
  @Test("nobody is shown more than the levels that are read", arguments: ["[", "{a: ", "- "])
  func stopsAtTheLimit(opening: String) {
    let text = Array(String(repeating: opening, count: 100_000).utf8)
    var events = 0
    let error = #expect(throws: YAMLError.self) { try EventSource.forEach(in: text) { _ in events += 1 } }
    #expect(error?.code == "depth")
    // The stream, the document, and at most a collection and a key for each level.
    #expect(events <= 2 + 2 * YAMLParser.depthLimit)
  }

  @Test("the line of a text that nests too deeply is not shown where it names a secret")
  func secretBesideDepth() {
    let deep = "a: { password: Hidden-1, b: " + String(repeating: "[", count: 600)
    let lines = SecretLines(Array(deep.utf8)).lines
    #expect(lines.contains(1))
  }
}
