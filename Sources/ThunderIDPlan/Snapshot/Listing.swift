import ThunderID

/// One complete listing of a kind, proved: distinct ids as many as `totalResults`, which is the same on the first and
/// the last page.
package struct Listing: Sendable {
  package var total: Int
  /// The rows that `keep` wanted.
  package var rows: [LiveResource]
}

/// Reads a whole listing page by page and believes it only when it is complete.
package struct ListingReader: Sendable {
  package static let pageSize = 100
  /// How often a listing that moves while it is read is read anew before it is refused.
  package static let tries = 3

  let server: any Server
  let parallelism: Int

  package init(server: any Server, parallelism: Int) {
    self.server = server
    self.parallelism = parallelism
  }

  /// Every row of the kind's list.
  ///
  /// - Parameters:
  ///   - keep: which rows are kept; all are counted.
  /// - Throws: `ListingError` where it stays incomplete; `ThunderIDError` where a page can't be read.
  package func read(
    path: String, rowsKey: String, isPaged: Bool, keep: @escaping @Sendable (JSONValue) -> Bool
  ) async throws -> Listing {
    var reason = ""
    for _ in 0..<ListingReader.tries {
      let pages = try await isPaged ? pages(path, rowsKey, keep) : [page(path, rowsKey, [], keep)]
      switch ListingReader.proof(pages) {
      case .complete(let total): return Listing(total: total, rows: pages.flatMap(\.rows))
      case .doubtful(let what): reason = what
      }
    }
    throw ListingError(
      path: path, reason: "\(reason), \(ListingReader.tries) times in a row",
      hint: "something changes it or the server loses rows; nothing was changed, try again when it is quiet")
  }

  struct Page: Sendable {
    var total: Int
    var ids: [String]
    var rows: [LiveResource]
  }

  enum Proof: Equatable {
    case complete(total: Int)
    case doubtful(String)
  }

  static func proof(_ pages: [Page]) -> Proof {
    guard let first = pages.first, let last = pages.last else { return .doubtful("it has no page") }
    if let moved = pages.first(where: { $0.total != first.total }) {
      return .doubtful("its total moved from \(first.total) to \(moved.total) while it was read")
    }
    var seen: Set<String> = []
    seen.reserveCapacity(first.total)
    for page in pages {
      for id in page.ids where !seen.insert(id).inserted { return .doubtful("it shows \(id) twice") }
    }
    guard seen.count == last.total else {
      return .doubtful("it shows \(seen.count) of \(last.total)")
    }
    return .complete(total: last.total)
  }

  private func pages(
    _ path: String, _ rowsKey: String, _ keep: @escaping @Sendable (JSONValue) -> Bool
  ) async throws -> [Page] {
    let size = ListingReader.pageSize
    @Sendable func read(_ offset: Int) async throws -> Page {
      try await page(path, rowsKey, [("limit", String(size)), ("offset", String(offset))], keep)
    }
    let first = try await read(0)
    guard first.total > size else { return [first] }
    let offsets = Array(stride(from: size, to: first.total, by: size))
    var pages = [first] + (try await concurrently(offsets, limit: parallelism, read))
    // A row that was deleted before its page was read shifts the later ones; totals of all pages tell. A total that
    // fell and rose again shows as a gap or a repeat.
    if let last = pages.last, last.total > first.total, last.ids.count == size {
      pages.append(try await read(offsets.count * size + size))
    }
    return pages
  }

  private func page(
    _ path: String, _ rowsKey: String, _ query: [(String, String)], _ keep: (JSONValue) -> Bool
  ) async throws -> Page {
    guard let answer = try await server.get(path, query: query), let total = answer["totalResults"]?.intValue,
      let rows = answer[rowsKey]?.arrayValue
    else {
      throw ListingError(
        path: path, reason: "the answer lacks totalResults or \(rowsKey)",
        hint: "is this address a ThunderID server?")
    }
    var page = Page(total: total, ids: [], rows: [])
    page.ids.reserveCapacity(rows.count)
    for row in rows {
      guard let id = row["id"]?.stringValue else {
        throw ListingError(path: path, reason: "a row has no id", hint: "is this address a ThunderID server?")
      }
      page.ids.append(id)
      if keep(row) { page.rows.append(LiveResource(id: id, record: row)) }
    }
    return page
  }
}
