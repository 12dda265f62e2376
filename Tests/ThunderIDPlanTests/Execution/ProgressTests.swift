import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("Progress")
struct ProgressTests {
  @Test("a line tells phase, count, rate, what is left and what was not done")
  func line() {
    var meter = ProgressMeter(phase: "Applying", total: 2000, now: 100)
    #expect(meter.line(now: 100) == "Applying: 0 of 2,000")
    meter.reached(340, of: nil, failed: 3, now: 104)
    #expect(meter.line(now: 104) == "Applying: 340 of 2,000, 85/s, about 20 s left, 3 not done")
    meter.reached(2000, of: nil, now: 124)
    #expect(meter.line(now: 124) == "Applying: 2,000 of 2,000, 83/s")
  }

  @Test("the rate is that of the last moments, and falls while nothing comes")
  func rate() {
    var meter = ProgressMeter(phase: "Applying", total: 10_000, now: 0)
    for second in 1...100 { meter.reached(second * 100, of: nil, now: Double(second)) }
    #expect(meter.line(now: 100).contains("100/s"))
    #expect(meter.line(now: 400).contains(", 5.1/s"))
    var slow = ProgressMeter(phase: "x", now: 0)
    slow.reached(5, of: nil, now: 10)
    #expect(slow.line(now: 10) == "x: 5, 0.5/s")
  }

  @Test(
    "durations are said as people say them",
    arguments: [
      (0.1, "1 s"), (89, "89 s"), (95, "2 min"), (240, "4 min"), (3600, "60 min"), (7200, "2 h"), (7800, "2 h 10 min"),
    ])
  func duration(seconds: Double, text: String) { #expect(ProgressMeter.duration(seconds) == text) }

  @Test(
    "counts have commas",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
  func grouped(count: Int, text: String) { #expect(ProgressMeter.grouped(count) == text) }

  @Test("an estimate names what takes so long, and says nothing of what is soon done")
  func estimate() {
    let place = SourceLocation(file: "m", line: 1, column: 1)
    let secret = SecretField(
      pointer: pointer("/attributes/password"), secret: Secret("x", origin: .literal(at: place)), location: place)
    let steps = (0..<2400).map { number -> Step in
      var step = Step(id: "s\(number)", address: Address(kind: "users", identity: "u\(number)"), action: .create)
      if number < 2000 { step.secrets = [secret] }
      return step
    }
    let text = Estimate(of: steps).text
    #expect(text == "This will take about 4 min: 2,400 writes, 2,000 of them with a password or secret to hash.")
    #expect(Estimate(of: Array(steps.suffix(400))).text == nil)
    var client = Step(id: "s", address: Address(kind: "applications", identity: "a"), action: .create)
    #expect(Estimate(of: [client]).hashing == 0)
    client.secretNotes = [SecretNote(path: pointer("/x"), fate: .generated)]
    #expect(Estimate(of: [client]).hashing == 1)
  }

  @Test("whoever waits for the reading of the server is told how far it is")
  func reading() async throws {
    let bench = try Bench()
    let resources = (0..<250).map { person("u\($0)") }
    _ = try await bench.apply(resources)
    let reports = Locked<[(String, Int, Int?)]>([])
    _ = try await SnapshotReader(
      server: bench.server, report: { phase, done, total in reports.withLock { $0.append((phase, done, total)) } }
    ).read(for: Manifest(resources: resources))
    let all = reports.withLock { $0 }
    #expect(all.allSatisfy { $0.0 == "Reading users" && $0.2 == 251 } && all.count == 3)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.1 < $1.1 })
  }
}
