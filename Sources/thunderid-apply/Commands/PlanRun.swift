import Foundation
import ThunderID
import ThunderIDPlan

/// Executes a plan: journal, secrets, progress, the summary, and the proof that it worked.
struct PlanRun {
  let invocation: Invocation
  let connection: Connection
  let command: String
  let paths: [String]
  var key: [UInt8] = []
  var undoes: String?
  /// Whether creates are looked for first, since the plan is older than this run.
  var checksCreates = false
  /// Plans again after the run.
  var verify: (() async throws -> Plan)?

  /// How a run ended.
  struct End {
    var report: ExecutionReport
    var status: ExitStatus
  }

  func execute(_ plan: Plan) async throws -> End {
    try invocation.output.expectOutcome()
    let secretsFile = try invocation.options["secrets-out"].map { try SecretsOutput(given: $0) }
    let head = JournalHead(
      id: Journal.newID(), command: command, server: connection.server.address, manifestDigest: plan.manifestDigest,
      paths: paths, toolVersion: Version.number, time: Date().formatted(.iso8601), undoes: undoes, key: key)
    let journal: Journal
    do {
      journal = try Journal(head: head, steps: plan.steps, in: invocation.workingFolder)
    } catch {
      throw FileError("the journal can't be written, so nothing was sent: \(error)")
    }
    let watcher = RunWatcher(
      invocation.output, invocation.progress, total: plan.steps.count, command: command,
      undoesItself: command == "apply" && invocation.options.has("rollback-on-failure"))
    let executor = Executor(
      server: connection.server, journal: journal, secrets: try secretsFile ?? SecretsOutput(beside: journal.path),
      parallelism: invocation.parallelism,
      isStopRequested: { [interruption = invocation.interruption] in interruption.isStopRequested }, emit: watcher.saw)
    invocation.interruption.beginWriting()
    let (steps, stale) = checksCreates ? try await sift(plan.steps) : (plan.steps, [])
    for step in stale { watcher.saw(.stale(step, reason: Staleness.exists.reason ?? "")) }
    var report = await executor.run(steps, without: Set(stale.map(\.id)))
    report.stale += stale.count
    return End(report: report, status: await finish(report, watcher, plan.refusals))
  }

  /// Leaves out the creates of what is there by now.
  private func sift(_ steps: [Step]) async throws -> (left: [Step], stale: [Step]) {
    let creates = steps.filter { $0.action == .create }
    guard !creates.isEmpty else { return (steps, []) }
    let taken = try await ExistenceCheck(server: connection.server, parallelism: invocation.parallelism).existing(
      creates)
    return (steps.filter { !taken.contains($0.id) }, steps.filter { taken.contains($0.id) })
  }

  /// Looks at the result, tells it, and gives the exit code.
  ///
  /// - Parameters:
  ///   - refusals: what a guard left out of the plan.
  ///   - judge: what the code is in the end, all of the run being known.
  func finish(
    _ report: ExecutionReport, _ watcher: RunWatcher, _ refusals: [GuardRefusal] = [],
    judge: (ExitStatus) -> ExitStatus = { $0 }
  ) async -> ExitStatus {
    invocation.progress.end()
    var remaining: Plan?
    var unverified: Failure?
    if report.exitCode == .done, let verify {
      do { remaining = try await verify() } catch { unverified = Failure(error) }
    }
    let status = judge(status(of: report, refusals))
    watcher.summarise(report, status, refusals: refusals, remaining: remaining)
    if let unverified {
      invocation.output.note("warning: all was done, but looking at the result failed: \(unverified.summary)")
    }
    return status
  }

  private func status(of report: ExecutionReport, _ refusals: [GuardRefusal]) -> ExitStatus {
    if case .interrupted? = report.stopped, invocation.interruption.isTermination { return .terminated }
    return report.exitCode == .done && !refusals.isEmpty ? .refused : report.exitCode
  }
}
