import Foundation
import ThunderID
import ThunderIDPlan

/// Goes the way of a request step by step. What a failed step makes impossible is skipped.
struct DoctorChecks {
  private let invocation: Invocation
  private(set) var done: [DoctorCheck] = []
  /// Why the steps from here on can't be made; nil while they can.
  private var obstacle: String?
  /// The answer that needs no token, and when it came.
  private var greeting: (response: HTTPResponse, at: Date)?

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// - Throws: `CancellationError`.
  mutating func run() async throws {
    let endpoint: Endpoint
    do {
      endpoint = try Endpoint(invocation.options, output: invocation.output)
      _ = try ServerURL(endpoint.base)
    } catch {
      done.append(.failed("server", error))
      obstacle = "no server"
      for name in ["dns", "tcp", "tls", "answer"] { skip(name, "no server") }
      return try await signedIn(nil)
    }
    done.append(.ok("server", endpoint.address))
    let network = DoctorNetwork(endpoint, invocation)
    done += network.name()
    obstacle = done.contains { $0.status == .failed } ? "no connection" : nil
    if obstacle == nil { done += try await network.certificate() } else { skip("tls", "no connection") }
    try await greet(endpoint)
    try await signedIn(endpoint)
  }

  private mutating func skip(_ name: String, _ reason: String) { done.append(.skipped(name, reason)) }

  /// Runs a step unless something is in its way.
  private mutating func step(
    _ name: String, isNeeded: Bool = false, _ work: () async throws -> DoctorCheck
  ) async throws {
    if let obstacle { return skip(name, obstacle) }
    do {
      done.append(try await work())
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      done.append(.failed(name, error))
      if (error as? ThunderIDError)?.code == .authenticationFailed { obstacle = "the token is refused" }
    }
    if isNeeded, done.last?.status == .failed { obstacle = "no \(name)" }
  }

  private mutating func greet(_ endpoint: Endpoint) async throws {
    var greeting: (HTTPResponse, Date)?
    try await step("answer", isNeeded: true) {
      let path = "/health/readiness"
      let url = try ServerURL(endpoint.base).description + path
      let request = HTTPRequest(
        method: "GET", url: url, headers: HTTPHeaders([("User-Agent", Endpoint.userAgent)]), timeout: endpoint.timeout)
      let response = try await endpoint.transport.send(request)
      greeting = (response, Date())
      return response.status == 200
        ? .ok("answer", "\(path) says 200")
        : .warning("answer", "\(path) says \(response.status)", hint: "is this address a ThunderID server, and ready?")
    }
    self.greeting = greeting
  }

  private mutating func signedIn(_ endpoint: Endpoint?) async throws {
    let invocation = invocation
    var connection: Connection?
    try await step("token", isNeeded: true) {
      guard let endpoint else { return .skipped("token", "no server") }
      let made = try Connection(invocation, endpoint)
      connection = made
      return DoctorChecks.token(try await made.tokens.token(), made.signIn)
    }
    for (name, path, kind) in DoctorChecks.listings {
      try await list(name, path, kind, connection)
    }
    clock()
  }

  private static var listings: [(name: String, path: String, kind: (any Kind)?)] {
    Kinds.all.map { (words($0.path), $0.path, $0) } + Kinds.all.compactMap(\.typesPath).map { (words($0), $0, nil) }
  }

  private static func words(_ path: String) -> String { String(path.dropFirst()).replacing("-", with: " ") }

  private static func token(_ token: String, _ signIn: String) -> DoctorCheck {
    let facts = TokenFacts.facts(of: token)
    guard let expires = facts["expires"]?.stringValue, let date = TokenFacts.expiry(of: token) else {
      return .ok("token", "\(signIn); when it expires it does not say")
    }
    let seconds = Int(date.timeIntervalSinceNow)
    guard seconds > 0 else {
      return .failed("token", "\(signIn); expires \(expires)", hint: "get a new token", code: .notAllowed)
    }
    let left =
      seconds < 7200 ? "\(seconds / 60) min" : seconds < 172_800 ? "\(seconds / 3600) h" : "\(seconds / 86400) days"
    return .ok("token", "\(signIn); expires \(expires), in \(left)")
  }

  /// Whether the list may be read, and how far it is from the length at which the server stops listing.
  private mutating func list(
    _ name: String, _ path: String, _ kind: (any Kind)?, _ connection: Connection?
  ) async throws {
    var total: Int?
    var isTooLong = false
    try await step("list \(name)") {
      guard let connection else { return .skipped("list \(name)", "no token") }
      do {
        let answer = try await connection.server.get(path, query: [("limit", "1")])
        guard let count = answer?["totalResults"]?.intValue, count >= 0 else {
          return .failed(
            "list \(name)", "the answer is no list", hint: "is this address a ThunderID server?", code: .error)
        }
        total = count
        return .ok("list \(name)", "allowed")
      } catch let error as ThunderIDError where DoctorChecks.isTooLong(error) {
        isTooLong = true
        return .ok("list \(name)", "allowed, but the server answers \(error.status ?? 500)")
      }
    }
    guard let kind else { return }
    let limit = "limit \(name)"
    guard !isTooLong else {
      done.append(DoctorChecks.tooLong(limit, kind))
      return
    }
    guard let total else { return skip(limit, obstacle ?? "no listing") }
    let text = "\(total) of \(DoctorChecks.recordLimit) records"
    done.append(
      total <= DoctorChecks.recordLimit * 9 / 10
        ? .ok(limit, text)
        : .warning(
          limit, text, hint: "past \(DoctorChecks.recordLimit) records server 1.0.0 answers listings with an error"))
  }

  /// From how many records on server 1.0.0 can't list (server-facts: 1000 works, 1001 does not).
  static let recordLimit = 1000

  private static func isTooLong(_ error: ThunderIDError) -> Bool {
    error.code == .serverError && error.status == 500 || error.serverCode == "OU-1013"
  }

  private static func tooLong(_ name: String, _ kind: any Kind) -> DoctorCheck {
    let detail = "more than \(recordLimit) records, it seems: the server can't list them"
    let looksUp = kind.filter(identifier: "x", value: "y") != nil || kind.lookUpPath(identity: "x") != nil
    return looksUp
      ? .warning(name, detail, hint: "declared ones are looked up one by one; --prune and --show-unmanaged can't work")
      : .failed(name, detail, hint: "manifests with \(kind.name) can't be planned on this server", code: .error)
  }

  /// How far the clocks are apart: tokens and assertions hold from one moment to another.
  private mutating func clock() {
    guard let greeting else { return skip("clock", obstacle ?? "no answer") }
    guard let there = greeting.response.headers["Date"].flatMap(HTTPDate.parse) else {
      return skip("clock", "the answer has no Date")
    }
    done.append(DoctorChecks.clock(ahead: there.timeIntervalSince(greeting.at)))
  }

  /// - Parameter seconds: how far the server's clock is ahead.
  static func clock(ahead seconds: Double) -> DoctorCheck {
    // The header has whole seconds, and the answer took its time.
    if abs(seconds) < 2 { return .ok("clock", "the same as the server's") }
    let text = "the server's is \(Int(abs(seconds).rounded())) s \(seconds < 0 ? "behind" : "ahead")"
    if abs(seconds) <= 30 { return .ok("clock", text) }
    return .warning("clock", text, hint: "set both by NTP: tokens may count as expired, or as not yet valid")
  }
}
