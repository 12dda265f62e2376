import Testing
import ThunderID

@testable import ThunderIDPlan

/// A list that changes under the reader: each request may be answered from another state.
private actor MovingList: Server {
  nonisolated let address = "http://127.0.0.1"
  private var ids: [Int]
  private var next: Int
  private let move: @Sendable (inout [Int], inout Int) -> Void
  private(set) var requests = 0

  init(count: Int, move: @escaping @Sendable (inout [Int], inout Int) -> Void) {
    ids = Array(0..<count)
    next = count
    self.move = move
  }

  func send(_ method: String, _ path: String, query: [(String, String)], body: JSONValue?) async throws -> JSONValue? {
    requests += 1
    let limit = query.first { $0.0 == "limit" }.flatMap { Int($0.1) } ?? ids.count
    let offset = query.first { $0.0 == "offset" }.flatMap { Int($0.1) } ?? 0
    let rows = ids.dropFirst(offset).prefix(limit).map { JSONValue.object(JSONObject([("id", .string("i\($0)"))])) }
    let answer: JSONValue = ["totalResults": .number(JSONNumber(ids.count)), "users": .array(rows)]
    move(&ids, &next)
    return answer
  }

  var current: Set<String> { Set(ids.map { "i\($0)" }) }
}

struct ListingTests {
  private func read(_ server: MovingList, isPaged: Bool = true) async throws -> Listing {
    try await ListingReader(server: server, parallelism: 1).read(
      path: "/users", rowsKey: "users", isPaged: isPaged, keep: { _ in true })
  }

  @Test("a listing of any length is read whole, each row once", arguments: [0, 1, 99, 100, 101, 198, 199, 200, 1000])
  func whole(count: Int) async throws {
    let server = MovingList(count: count) { _, _ in }
    let listing = try await read(server)
    #expect(listing.rows.map(\.id) == (0..<count).map { "i\($0)" })
    #expect(listing.total == count)
  }

  @Test("a list that ignores limit and offset ends")
  func unpaged() async throws {
    let server = MovingList(count: 250) { _, _ in }
    #expect(try await read(server, isPaged: false).rows.count == 250)
    #expect(await server.requests == 1)
  }

  @Test("one deleted and one created between two pages leave the total and are noticed all the same")
  func sameTotal() async throws {
    let server = MovingList(count: 200) { ids, next in
      ids.remove(at: 50)
      ids.append(next)
      next += 1
    }
    await #expect(throws: ListingError.self) { try await read(server) }
  }

  @Test("a listing that moves is either read as it stood at some time or refused", arguments: 0..<300)
  func moving(seed: Int) async throws {
    let random = Random(seed: UInt64(seed))
    let server = MovingList(count: 150 + seed) { ids, next in
      guard random.chance(3) else { return }
      if random.chance(2), !ids.isEmpty { ids.remove(at: random.below(ids.count)) }
      if random.chance(2) {
        ids.append(next)
        next += 1
      }
    }
    guard let listing = try? await read(server) else { return }
    #expect(listing.rows.count == listing.total)
    #expect(Set(listing.rows.map(\.id)).count == listing.total)
  }

  @Test("pages that lose, repeat or reorder a row are doubted")
  func proof() {
    func page(_ total: Int, _ ids: [String]) -> ListingReader.Page {
      ListingReader.Page(total: total, ids: ids, rows: [])
    }
    let doubts: [[ListingReader.Page]] = [
      [page(3, ["a", "b"])], [page(2, ["a", "a"])], [page(3, ["a", "b"]), page(3, ["c"])],
      [page(3, ["a", "b"]), page(4, ["b", "c"])], [page(3, ["b", "a"]), page(3, ["b", "c"])],
      [page(4, ["a", "b"]), page(4, ["b", "c"]), page(4, ["c", "a"])], [],
    ]
    for pages in doubts {
      if case .complete = ListingReader.proof(pages) { Issue.record("believed \(pages.map(\.ids))") }
    }
    guard case .complete(let ids) = ListingReader.proof([page(3, ["a", "b"]), page(3, ["b", "c"])]) else {
      Issue.record("doubted a whole listing")
      return
    }
    #expect(ids.texts == ["a", "b", "c"])
  }
}

/// Random numbers for a closure that may be called from anywhere, one at a time.
private final class Random: @unchecked Sendable {
  // The list that calls it is an actor, which serialises the calls.
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
  func chance(_ one: Int) -> Bool { below(one) == 0 }
}
