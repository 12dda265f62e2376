import Foundation
import ThunderID
import ThunderIDPlan

/// `doctor`: checks step by step whether the tool could work here, and says what to do where it could not.
enum DoctorCommand {
  static let spec = CommandSpec(
    "doctor", summary: "check server, certificate, token and permissions",
    details: "Reads only. Secrets are never shown; of each setting it says where it comes from.",
    flags: SharedFlags.connection
  ) { invocation in
    var report = Report(output: invocation.output)
    report.settings(invocation)
    let connection = try Connection(invocation)
    let token = try await report.check("token") { try await connection.tokens.token() }
    let server = connection.server
    _ = try await report.check("server answers") { try await connection.api.sendRaw("GET", "/health/readiness") }
    for kind in Kinds.all {
      _ = try await report.check("may read \(kind.path)") { try await server.get(kind.path, query: [("limit", "1")]) }
    }
    for path in Kinds.all.compactMap(\.typesPath) {
      _ = try await report.check("may read \(path)") { try await server.get(path, query: [("limit", "1")]) }
    }
    if let token { report.clock(TokenFacts.facts(of: token)) }
    return report.finish()
  }

  private struct Report {
    let output: Output
    private var lines: [(name: String, isGood: Bool, detail: String)] = []
    private var worst = ExitStatus.done

    init(output: Output) { self.output = output }

    mutating func settings(_ invocation: Invocation) {
      for flag in SharedFlags.connection {
        guard let value = invocation.options[flag.name] else { continue }
        let isSecret = flag.name == "token"
        let origin = invocation.environment[flag.variable] == value ? flag.variable : "--\(flag.name)"
        lines.append(("setting \(flag.name)", true, "\(isSecret ? Secret.mask : value) (from \(origin))"))
      }
    }

    /// Runs one check; a failure is noted and the next goes on.
    mutating func check<Value>(_ name: String, _ work: () async throws -> Value) async throws -> Value? {
      do {
        let value = try await work()
        lines.append((name, true, ""))
        return value
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let failure = Failure(error)
        if worst == .done { worst = failure.code }
        lines.append(
          (name, false, failure.messages.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }.joined(separator: "; "))
        )
        return nil
      }
    }

    mutating func clock(_ facts: JSONObject) {
      if let expires = facts["expires"]?.stringValue {
        lines.append(("token expires", !expires.hasSuffix("(expired)"), expires))
      }
    }

    func finish() -> ExitStatus {
      if output.isJSON {
        output.print(
          [
            "ok": .bool(worst == .done),
            "checks": .array(
              lines.map { ["name": .string($0.name), "ok": .bool($0.isGood), "detail": .string($0.detail)] }),
          ])
        return worst
      }
      let style = output.style
      for line in lines {
        output.print(
          "\(line.isGood ? style.green("ok  ") : style.red("FAIL"))  \(line.name)"
            + (line.detail.isEmpty ? "" : ": \(VisibleText.escaped(line.detail))") + "\n")
      }
      return worst
    }
  }
}
