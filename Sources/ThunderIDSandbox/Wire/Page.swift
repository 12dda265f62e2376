import ThunderID

/// A page of a listing: what was asked for, and the envelope around its rows.
struct Page {
  let limit: Int
  let offset: Int
  /// The path that links repeat, with `&include=display` where it was asked for.
  private let path: String
  private let suffix: String

  /// Reads `limit` and `offset`.
  ///
  /// - Throws: a refusal with one of the codes where a value is no number or out of range.
  init(
    _ call: Call, limitCode: String, offsetCode: String, allowsZero: Bool = false, isDisplaySupported: Bool = true
  ) throws {
    var limit = 30
    if let text = call.query["limit"], !text.isEmpty {
      guard let number = Int(text), number <= 100, number >= (allowsZero ? 0 : 1) else {
        throw Refusal(400, limitCode)
      }
      limit = number == 0 ? 30 : number
    }
    var offset = 0
    if let text = call.query["offset"], !text.isEmpty {
      guard let number = Int(text), number >= 0 else { throw Refusal(400, offsetCode) }
      offset = number
    }
    self.limit = limit
    self.offset = offset
    path = "/" + call.path.map(PercentEncoding.pathSegment).joined(separator: "/")
    suffix = isDisplaySupported && call.query.includesDisplay ? "&include=display" : ""
  }

  /// The envelope with the rows of this page, each written by `write` straight into the answer.
  func reply<Row>(
    _ key: String, _ rows: some Sequence<Row>, total: Int, write: (Row, inout [UInt8]) -> Void
  ) -> Reply {
    var list: [UInt8] = []
    var count = 0
    for row in rows {
      if count > 0 { list.append(UInt8(ascii: ",")) }
      write(row, &list)
      count += 1
    }
    var out = Array(
      "{\"totalResults\":\(total),\"startIndex\":\(offset + 1),\"count\":\(count),\"\(key)\":[".utf8)
    out.append(contentsOf: list)
    out.append(contentsOf: "],\"links\":".utf8)
    out.append(contentsOf: links(total: total).bytes())
    out.append(UInt8(ascii: "}"))
    return .json(200, bytes: out)
  }

  /// The page of rows that are all at hand.
  func reply(_ key: String, all rows: [JSONValue]) -> Reply {
    reply(key, rows.dropFirst(offset).prefix(limit), total: rows.count) { row, out in
      out.append(contentsOf: row.bytes())
    }
  }

  private func links(total: Int) -> JSONValue {
    var links: [JSONValue] = []
    func add(_ relation: String, _ offset: Int) {
      links.append(["href": .string("\(path)?offset=\(offset)&limit=\(limit)\(suffix)"), "rel": .string(relation)])
    }
    if offset > 0 {
      add("first", 0)
      add("prev", max(0, offset - limit))
    }
    if offset < total - limit {
      add("next", offset + limit)
      add("last", (total - 1) / limit * limit)
    }
    return .array(links)
  }
}
