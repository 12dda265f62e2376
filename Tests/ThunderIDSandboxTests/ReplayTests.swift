import Testing
import ThunderID
import ThunderIDSandbox

/// The recordings that the sandbox plays back.
///
/// Left out of the fixture, with the reason:
/// - 551 to 555: resource servers, which are not part of the sandbox.
/// - 601 to 637: they need a thousand records that the recording doesn't make; `ListingTests` makes them.
/// - 650 to 653: simultaneous requests that the real server lets through twice; the sandbox answers one at a time.
@Suite("Recorded exchanges")
struct ReplayTests {
  /// The recording was made in sittings, each on a server that was just set up.
  static let sittings = [1...100, 101...243, 301...373, 401...494, 551...581, 660...672]

  @Test("a sitting is answered as the real server did", arguments: sittings)
  func sitting(_ numbers: ClosedRange<Int>) throws {
    var replay = Replay()
    for exchange in try RecordedExchange.all() where numbers.contains(exchange.number) {
      let differences = try replay.differences(exchange)
      #expect(differences.isEmpty, "\(exchange.name): \(differences.joined(separator: "; "))")
    }
  }

  @Test("no exchange of the fixture is left out")
  func complete() throws {
    let all = try RecordedExchange.all()
    #expect(all.count > 400)
    #expect(all.allSatisfy { exchange in ReplayTests.sittings.contains { $0.contains(exchange.number) } })
  }
}
