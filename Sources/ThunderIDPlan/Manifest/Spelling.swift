/// Finds the word that somebody probably meant.
package enum Spelling {
  /// The nearest of the known words, where one is near enough to be meant; nil otherwise.
  package static func nearest(to word: String, in known: [String]) -> String? {
    // Nobody means a short word by a very long one, and comparing would take time.
    guard word.utf8.count <= 64 else { return nil }
    let limit = max(1, word.count / 3)
    let near = known.map { ($0, distance(word.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
    if let near, near.1 <= limit { return near.0 }
    return known.first { $0.count > 2 && (word.hasPrefix($0) || $0.hasPrefix(word)) && word.count > 2 }
  }

  /// How many letters must be added, removed, changed or swapped with their neighbour.
  package static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var current = [i]
      for j in 1...b.count {
        var best = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + 1) }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
