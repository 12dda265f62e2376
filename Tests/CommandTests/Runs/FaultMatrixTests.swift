import Foundation
import Testing
import ThunderID
import ThunderIDSandbox

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// Every command against everything that goes wrong on the way: the right exit code, nothing lost, nothing doubled, and a
/// way on.
@Suite("Fault matrix")
struct FaultMatrixTests {
  enum Trouble: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case resetBefore, resetAfter, staleConnection, slowHeader, slowBody, truncatedBody, wrongContentType, notJSON
    case tooMany, serverError, serverErrorAfter, unavailable, unavailableAfter, tokenExpiry, forbidden

    var kind: Fault.Kind {
      switch self {
      case .resetBefore: .reset(.before)
      case .resetAfter: .reset(.after)
      case .staleConnection: .staleConnection
      case .slowHeader: .slowHeader(seconds: 2.5)
      case .slowBody: .slowBody(seconds: 2.5)
      case .truncatedBody: .truncatedBody
      case .wrongContentType: .wrongContentType
      case .notJSON: .notJSON
      case .tooMany: .status(429, retryAfter: 0, .before)
      case .serverError: .status(500, retryAfter: nil, .before)
      case .serverErrorAfter: .status(500, retryAfter: nil, .after)
      case .unavailable: .status(503, retryAfter: 0, .before)
      case .unavailableAfter: .status(503, retryAfter: 0, .after)
      case .tokenExpiry: .expireTokens
      case .forbidden: .status(403, retryAfter: nil, .before)
      }
    }

    /// Whether the trouble passes unnoticed when it comes once.
    func isHarmlessOnce(reading: Bool) -> Bool {
      switch self {
      case .forbidden: false
      // This server means it when it says 500, so reads don't ask again; a write looks what became of it.
      case .notJSON, .serverError, .serverErrorAfter: !reading
      default: true
      }
    }

    /// The exit code of a command that only looks, when the trouble does not end.
    var codeOfReading: Int32 {
      switch self {
      case .resetBefore, .resetAfter, .slowHeader, .slowBody, .truncatedBody: 7
      case .staleConnection, .wrongContentType: 2
      case .notJSON, .tooMany, .serverError, .serverErrorAfter, .unavailable, .unavailableAfter: 1
      case .tokenExpiry, .forbidden: 6
      }
    }

    /// Whether a run that writes comes through although the trouble does not end.
    var isHarmlessAlways: Bool {
      switch self {
      // What took effect is found by looking.
      case .resetAfter, .serverErrorAfter, .unavailableAfter, .truncatedBody, .slowHeader, .slowBody: true
      case .wrongContentType: true
      default: false
      }
    }

    var testDescription: String { rawValue }
  }

  enum Extent: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case once, always
    var testDescription: String { rawValue }
  }

  /// A server with users that the manifest changes, deletes and creates. Signs in by client credentials, so that there are
  /// tokens to expire.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    try work.write("client.yaml", Manifests.machine())
    try work.write("old.yaml", Manifests.users(["stays", "other", "goes"], givenName: "Old"))
    for file in ["client.yaml", "old.yaml"] { #expect(try work.run("apply", file, "--auto-approve").code == 0) }
    let client = try #require(work.application("Portal")?["id"]?.stringValue)
    let added = work.send(
      "POST", "/roles/01900000-0000-7000-8000-000000000050/assignments/add",
      ["assignments": [["id": .string(client), "type": "app"]]])
    #expect((200..<300).contains(added.status), "\(added)")
    try work.write("secret", "Keep-Me-123456\n")
    work.environment["THUNDERID_TOKEN"] = nil
    work.environment["THUNDERID_CLIENT_ID"] = "portal"
    work.environment["THUNDERID_CLIENT_SECRET_FILE"] = "secret"
    work.environment["THUNDERID_TIMEOUT"] = "1"
    try work.write(
      "new.yaml",
      Manifests.users(["new0", "new1", "new2", "new3"])
        + "  - attributes: { username: stays, email: stays@example.com, given_name: New }\n"
        + "  - attributes: { username: other, email: other@example.com, given_name: New }\n"
        + "  - { attributes: { username: goes }, lifecycle: { state: absent } }\n")
    return work
  }

  private func isUnmixed(_ work: Workplace) -> Bool {
    let users = work.send("GET", "/users?limit=100").body["users"]?.arrayValue ?? []
    let names = users.compactMap { $0["attributes"]?["username"]?.stringValue }
    return Set(names).count == names.count
  }

  private func expectNoSecret(_ work: Workplace) {
    #expect(work.places(of: "Keep-Me-123456", except: ["client.yaml", "secret"]).isEmpty)
  }

  private func fault(_ trouble: Trouble, _ extent: Extent, _ methods: [String]) -> [Fault] {
    // An expiry hits all requests under way: one for each method, at one moment, would be several in a row, which no single
    // renewal survives.
    let methods = trouble == .tokenExpiry && extent == .once ? Array(methods.prefix(1)) : methods
    return methods.flatMap { method in
      ["/users", "/users/*"].map { path in
        Fault(trouble.kind, method: method, path: path, nth: 1, times: extent == .once ? 1 : nil)
      }
    }
  }

  @Test("what only looks never says a wrong thing, and changes nothing", arguments: Trouble.allCases, Extent.allCases)
  func looking(trouble: Trouble, extent: Extent) throws {
    let work = try workplace()
    let records = work.records()
    for command in [["plan", "new.yaml", "--detailed-exitcode"], ["drift", "new.yaml"]] {
      work.server.faults.set(fault(trouble, extent, ["GET"]))
      let run = try work.run(command)
      work.server.faults.clear()
      let isHarmless = extent == .once && trouble.isHarmlessOnce(reading: true)
      let expected =
        isHarmless ? 2 : extent == .once ? (trouble == .forbidden ? 6 : 1) : trouble.codeOfReading
      #expect(run.code == expected, "\(command) \(run)")
      #expect(work.records() == records)
      #expect(try work.run(command).code == 2)
    }
    expectNoSecret(work)
  }

  @Test(
    "an apply comes through or can be resumed, and its rollback restores", arguments: Trouble.allCases,
    Extent.allCases)
  func applying(trouble: Trouble, extent: Extent) throws {
    let work = try workplace()
    let records = work.records()
    work.server.faults.set(fault(trouble, extent, ["POST", "PUT", "DELETE"]))
    let run = try work.run("apply", "new.yaml", "--auto-approve")
    work.server.faults.clear()
    #expect(isUnmixed(work), "\(run)")
    let isHarmless = extent == .once ? trouble.isHarmlessOnce(reading: false) : trouble.isHarmlessAlways
    #expect(isHarmless ? run.code == 0 : [1, 3, 6, 7].contains(run.code), "\(run)")
    if run.code != 0 {
      let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
      #expect(resumed.code == 0, "\(run)\n\(resumed)")
    }
    #expect(isUnmixed(work))
    let again = try work.run("plan", "new.yaml", "--detailed-exitcode")
    #expect(again.code == 0, "\(run)\n\(again)")
    let undone = try work.run("rollback", "--last", "--auto-approve")
    #expect(undone.code == 0, "\(undone)")
    #expect(work.records() == records)
    expectNoSecret(work)
  }

  @Test("a rollback comes through or can be resumed", arguments: Trouble.allCases, Extent.allCases)
  func rollingBack(trouble: Trouble, extent: Extent) throws {
    let work = try workplace()
    let records = work.records()
    #expect(try work.run("apply", "new.yaml", "--auto-approve").code == 0)
    work.server.faults.set(fault(trouble, extent, ["POST", "PUT", "DELETE"]))
    let run = try work.run("rollback", "--last", "--auto-approve")
    work.server.faults.clear()
    #expect(isUnmixed(work), "\(run)")
    let isHarmless = extent == .once ? trouble.isHarmlessOnce(reading: false) : trouble.isHarmlessAlways
    #expect(isHarmless ? run.code == 0 : [1, 3, 6, 7].contains(run.code), "\(run)")
    if run.code != 0 {
      let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
      #expect(resumed.code == 0, "\(run)\n\(resumed)")
    }
    #expect(work.records() == records, "\(run)")
    expectNoSecret(work)
  }

  @Test("a server that is gone is 7 for all, and nothing is left behind")
  func refused() throws {
    let work = try workplace()
    #expect(try work.run("apply", "new.yaml", "--auto-approve").code == 0)
    let journals = work.runFiles(".ndjson")
    let gone: [String: String?] = ["THUNDERID_SERVER": "http://127.0.0.1:9", "THUNDERID_TOKEN": "x"]
    for command in [
      ["plan", "new.yaml"], ["drift", "new.yaml"], ["apply", "new.yaml", "--auto-approve"],
    ] {
      let run = try work.run(command, environment: gone)
      #expect(run.code == 7 && run.err.contains("127.0.0.1:9"), "\(command) \(run)")
    }
    // The journal is of another server, and says so before it asks one.
    #expect(try work.run(["rollback", "--last", "--auto-approve"], environment: gone).code == 5)
    #expect(work.runFiles(".ndjson") == journals)
  }

  @Test("killed with several writes under way, a resume finishes and a rollback restores", arguments: 1...6)
  func killed(nth: Int) throws {
    let work = try workplace()
    let records = work.records()
    let victim = Locked<pid_t?>(nil)
    let count = Locked(0)
    let hook = Fault.Kind.hook { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == nth else { return }
      eventually { victim.withLock { $0 } != nil }
      victim.withLock { _ = $0.map { kill($0, SIGKILL) } }
    }
    work.server.faults.set(["POST", "PUT", "DELETE"].map { Fault(hook, method: $0, path: "/users*", times: nil) })
    let running = try work.start("apply", "new.yaml", "--auto-approve", "--parallelism", "8")
    victim.withLock { $0 = running.id }
    #expect(running.wait().code == -SIGKILL)
    work.server.faults.clear()
    // What is waited for is here at once or never.
    work.environment["THUNDERID_TIMEOUT"] = "2"
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0 && isUnmixed(work), "\(resumed)")
    #expect(try work.run("plan", "new.yaml", "--detailed-exitcode").code == 0)
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
    #expect(work.records() == records)
  }

  @Test("a disk that is full at any point of a run loses nothing", arguments: [6, 8, 10, 12, 14, 18])
  func diskFull(kilobytes: Int) throws {
    let work = try workplace()
    let records = work.records()
    // A file that may not grow beyond that is what a full disk is to the journal.
    let line =
      "cd '\(work.folder)' && ulimit -f \(kilobytes) && '\(RunningCommand.path)' apply new.yaml --auto-approve"
      + " >out.txt 2>&1"
    let code = Shell.run("bash -c \"\(line)\"", work.environment)
    let journals = work.runFiles(".ndjson")
    #expect(isUnmixed(work) && [0, 1, 3].contains(code), "\(code) \(work.read("out.txt") ?? "")")
    if code != 0 { #expect(work.read("out.txt")?.contains("journal") == true) }
    if journals.isEmpty {
      #expect(work.records() == records, "without a journal nothing is sent")
      return
    }
    let resumed = try work.run("apply", "--resume", "--last", "--auto-approve")
    #expect(resumed.code == 0 && isUnmixed(work), "\(code) \(resumed)")
    #expect(try work.run("plan", "new.yaml", "--detailed-exitcode").code == 0)
    #expect(try work.run("rollback", "--last", "--auto-approve").code == 0)
    #expect(work.records() == records)
  }
}
