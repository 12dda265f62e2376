import Foundation
import Testing

@Suite("What the documents tell people to type works")
struct ShellBlocksTests {
  @Test("every sh block runs, in the order of its document", arguments: Project.documents)
  func shellBlocksRun(document: String) throws {
    let blocks = FencedBlock.all(in: try Project.text(of: document)).filter { $0.language == "sh" }
    let bench = try Workbench()
    for block in blocks where block.reasonNotToRun == nil {
      let result = try bench.run(block.text)
      #expect(result.code == 0, "\(document):\(block.line):\n\(block.text)\n--- printed\n\(result.output)")
    }
  }

  @Test("every console block shows what the command prints", arguments: Project.documents)
  func consoleBlocksAreTrue(document: String) throws {
    var text = try Project.text(of: document)
    let bench = try Workbench()
    for block in FencedBlock.all(in: text) where block.language == "console" && block.reasonNotToRun == nil {
      var actual: [String] = []
      for entry in block.transcript {
        let printed = Masking.masked(try bench.run("\(entry.command) || true").output)
        actual.append("$ " + entry.command)
        actual += printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while actual.last == "" { actual.removeLast() }
      }
      if Project.updatesGolden {
        text = text.replacingOccurrences(of: block.text + "\n```", with: actual.joined(separator: "\n") + "\n```")
      } else {
        #expect(block.text == actual.joined(separator: "\n"), "\(document):\(block.line)")
      }
    }
    if Project.updatesGolden, text != (try Project.text(of: document)) { try Project.write(text, to: document) }
  }

  @Test("few blocks are exempt, and each says why")
  func fewBlocksAreExempt() throws {
    var exempt: [String] = []
    for document in Project.documents {
      for block in FencedBlock.all(in: try Project.text(of: document)) where block.reasonNotToRun != nil {
        exempt.append("\(document):\(block.line): \(block.reasonNotToRun ?? "")")
      }
    }
    #expect(exempt.count <= 6, "\(exempt.joined(separator: "\n"))")
    #expect(exempt.allSatisfy { $0.split(separator: " ").count > 2 })
  }

  @Test("every shell block has a language that this test knows", arguments: Project.documents)
  func shellBlocksAreRecognised(document: String) throws {
    let known: Set = ["sh", "console", "yaml", "swift", "json", "text", "mermaid", "c", "ini", ""]
    for block in FencedBlock.all(in: try Project.text(of: document)) {
      #expect(known.contains(block.language), "\(document):\(block.line): \(block.language)")
      let firstWord = block.lines.first?.split(separator: " ").first
      #expect(block.language != "" || firstWord != "thunderid-apply", "\(document):\(block.line) is not run")
    }
  }
}
