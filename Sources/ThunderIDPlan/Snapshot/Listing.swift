import ThunderID

/// One complete listing of a kind, proved: distinct ids as many as `totalResults`, which is the same on every page.
package struct Listing: Sendable {
  package var total: Int
  /// The rows that `keep` wanted.
  package var rows: [LiveResource]
  /// The ids of all rows.
  package var ids: TextTable
  /// Whether it took several requests, between which the server may have changed.
  package var isPaged: Bool
}

/// Reads a whole listing page by page and believes it only when it is complete.
package struct ListingReader: Sendable {
  package static let pageSize = 100
  /// How often a listing that moves while it is read is read anew before it is refused.
  package static let tries = 3

  let server: any Server
  let parallelism: Int
  let pageSize: Int
  let progress: ReadingProgress

  package init(
    server: any Server, parallelism: Int, pageSize: Int = ListingReader.pageSize, progress: ReadingProgress = .none
  ) {
    self.server = server
    self.progress = progress
    self.parallelism = parallelism
    self.pageSize = pageSize
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
      case .complete(let ids):
        return Listing(
          total: ids.count, rows: ListingReader.distinct(pages), ids: ids, isPaged: pages.count > 1)
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

  enum Proof {
    /// The ids of all rows, as many as the total says.
    case complete(TextTable)
    case doubtful(String)
  }

  /// The kept rows of proved pages, the shared ones once.
  private static func distinct(_ pages: [Page]) -> [LiveResource] {
    var rows: [LiveResource] = []
    var last: String?
    for page in pages {
      rows += page.rows.first?.id == last && last != nil ? page.rows.dropFirst() : page.rows[...]
      last = page.ids.last
    }
    return rows
  }

  /// Whether the pages make one whole listing. Each page begins with the last row of the one before: a row that came
  /// or went in between shifts them against each other, even where the total stays.
  static func proof(_ pages: [Page]) -> Proof {
    guard let first = pages.first else { return .doubtful("it has no page") }
    if let moved = pages.first(where: { $0.total != first.total }) {
      return .doubtful("its total moved from \(first.total) to \(moved.total) while it was read")
    }
    // The total is the server's word, and memory is taken for rows that came.
    var seen = TextTable(capacity: pages.reduce(0) { $0 + $1.ids.count })
    var last: String?
    for page in pages {
      if let last, page.ids.first != last { return .doubtful("its rows moved while it was read") }
      for id in page.ids.dropFirst(last == nil ? 0 : 1) where !seen.insert(id).isNew {
        return .doubtful("it shows \(id) twice")
      }
      last = page.ids.last
    }
    guard seen.count == first.total else { return .doubtful("it shows \(seen.count) of \(first.total)") }
    return .complete(seen)
  }

  private func pages(
    _ path: String, _ rowsKey: String, _ keep: @escaping @Sendable (JSONValue) -> Bool
  ) async throws -> [Page] {
    let size = pageSize
    @Sendable func read(_ offset: Int) async throws -> Page {
      try await page(path, rowsKey, [("limit", String(size)), ("offset", String(offset))], keep)
    }
    let first = try await read(0)
    guard first.total > size else { return [first] }
    let offsets = Array(stride(from: size - 1, to: first.total - 1, by: size - 1))
    return [first] + (try await concurrently(offsets, limit: parallelism, read))
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
    progress.add(rows.count, of: total)
    return page
  }
}
