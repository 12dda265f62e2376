/// Paths as texts.
package enum FilePath {
  /// The folder that a file stands in, as the path names it: empty where it names none.
  package static func folder(of path: String) -> String {
    var rest = Substring(path)
    while rest.utf8.count > 1, rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    rest = rest[..<slash]
    while rest.hasSuffix("/") { rest.removeLast() }
    return rest.isEmpty ? "/" : String(rest)
  }
}
