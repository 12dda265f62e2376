import Foundation
import Testing

@Suite("Links of the documents")
struct LinksTests {
  @Test("every relative link leads to a file, and its anchor to a heading", arguments: Project.documents)
  func linksLeadSomewhere(document: String) throws {
    let text = try Project.text(of: document)
    let folder = (document as NSString).deletingLastPathComponent
    for link in text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let path = parts[0].isEmpty ? document : (folder as NSString).appendingPathComponent(parts[0])
      let target = Project.root.appendingPathComponent(path).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: target.path), "\(document): \(link)")
      if parts.count == 2, target.pathExtension == "md" {
        let headings = try String(contentsOf: target, encoding: .utf8).split(separator: "\n")
          .filter { $0.hasPrefix("#") }.map { anchor(of: String($0)) }
        #expect(headings.contains(parts[1]), "\(document): \(link)")
      }
    }
  }

  /// The anchor that GitHub makes of a heading.
  private func anchor(of heading: String) -> String {
    let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
    return String(title.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
  }
}
