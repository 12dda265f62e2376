import Foundation
import Testing
import ThunderID

@Suite("The library as docs/library.md shows it")
struct LibraryExampleTests {
  @Test("the document shows the example that runs here")
  func documentShowsExample() throws {
    let source = try Project.text(of: "Tests/DocsTests/LibraryExample.swift")
    let begin = try #require(source.range(of: "// begin example\n")).upperBound
    let end = try #require(source.range(of: "// end example")).lowerBound
    let example = source[begin..<end].trimmingCharacters(in: .newlines)
    var text = try Project.text(of: "docs/library.md")
    let block = try #require(FencedBlock.all(in: text).first { $0.lines.first == "import ThunderID" })
    if Project.updatesGolden {
      text = text.replacingOccurrences(of: block.text, with: example)
      try Project.write(text, to: "docs/library.md")
    } else {
      #expect(block.text == example, "UPDATE_GOLDEN=1 swift test --filter DocsTests")
    }
  }

  @Test("the example renames an application and keeps its other fields")
  func exampleRuns() async throws {
    let sandbox = try ServedSandbox()
    let client = ThunderIDClient()
    try client.initialize(
      config: ThunderIDConfig(baseUrl: sandbox.address, tokenSource: FixedTokenSource("sandbox-admin")))
    var request = ApplicationRequest(name: "Old Name")
    request.ouId = "01900000-0000-7000-8000-000000000001"
    request.type = "browser"
    request.description = "kept"
    let made = try await client.applications.create(request)

    let renamed = try await rename("Old Name", to: "New Name", at: sandbox.address, token: "sandbox-admin")
    let live = try await client.applications.get(id: made.id)
    #expect(renamed.id == made.id)
    #expect(live.name == "New Name")
    #expect(live.description == "kept")
    await #expect(throws: ThunderIDError.self) {
      try await rename("Old Name", to: "Other", at: sandbox.address, token: "sandbox-admin")
    }
  }
}
