import Foundation
import Testing

@Suite("What the documents tell people to type works")
struct ShellBlocksTests {
  @Test("every sh block runs and every console block shows what is printed", arguments: Project.documents)
  func blocksAreTrue(document: String) async throws {
    let original = try Project.text(of: document)
    var text = original
    let bench = try Workbench()
    for block in FencedBlock.all(in: original) where block.reasonNotToRun == nil {
      switch block.language {
      case "sh":
        let result = try await bench.run(block.text)
        #expect(result.code == 0, "\(document):\(block.line):\n\(block.text)\n--- printed\n\(result.output)")
      case "console":
        let actual = try await transcript(of: block, in: bench)
        if Project.updatesGolden {
          text = text.replacingOccurrences(of: block.text + "\n```", with: actual + "\n```")
        } else {
          #expect(block.text == actual, "\(document):\(block.line)")
        }
      default: break
      }
    }
    if text != original { try Project.write(text, to: document) }
  }

  /// The block as it would read today: its commands with what they print now.
  private func transcript(of block: FencedBlock, in bench: borrowing Workbench) async throws -> String {
    var lines: [String] = []
    for command in block.commands {
      let printed = Masking.masked(try await bench.run("\(command) || true").output)
      lines.append("$ " + command)
      lines += printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last == "" { lines.removeLast() }
    }
    return lines.joined(separator: "\n")
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
