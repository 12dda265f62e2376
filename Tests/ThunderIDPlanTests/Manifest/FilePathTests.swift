import Testing

@testable import ThunderIDPlan

@Suite("Paths")
struct FilePathTests {
  @Test("the folder of a path is what stands ahead of its last name")
  func folder() {
    let table = [
      "a": "", "": "", "/": "/", "/a": "/", "a/b": "a", "a//b": "a", "a/b/": "a", "/a/b": "/a", "./a": ".", "//a": "/",
      "ä/b": "ä", "a/": "",
    ]
    for (path, folder) in table { #expect(FilePath.folder(of: path) == folder, "\(path)") }
  }
}
