import ThunderID

/// Does one step from the look at what is there to the line after its write. Shared by all lanes.
struct StepRunner: Sendable {
  let server: any Server
  let journal: Journal
  let secrets: SecretsOutput
  let pause: @Sendable (Int) async throws -> Void
  let mayGoOn: @Sendable () -> Bool

  /// What became of a step.
  struct Outcome: Sendable {
    enum Result: Sendable {
      case done(StepWriter.Written, seconds: Double)
      case stale(String)
      case failed(StepFailure)
    }

    var result: Result
    /// The secrets that went to the file, whatever came after.
    var delivered: [ExecutionEvent] = []
  }

  func perform(_ planned: Step) async -> Outcome {
    guard let kind = Kinds.named(planned.address.kind) else {
      let message = "its kind '\(planned.address.kind)' is not known"
      return Outcome(result: .failed(StepFailure(outcome: .skipped, message: message, stop: nil)))
    }
    var step = planned
    var delivered: [ExecutionEvent] = []
    let start = ContinuousClock.now
    let result: Outcome.Result
    do {
      if let reason = try await staleness(of: &step, kind) {
        result = stale(step, reason)
      } else {
        let writer = StepWriter(
          server: server, journal: journal, secrets: secrets, pause: pause, mayGoOn: mayGoOn,
          emit: { delivered.append($0) })
        let written = try await writer.write(step, kind)
        let elapsed = (ContinuousClock.now - start).components
        result = .done(written, seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
      }
    } catch {
      result = await failed(step, StepFailure(error, of: step))
    }
    return Outcome(result: result, delivered: delivered)
  }

  /// Reads the live resource right before its write. What it finds becomes the former record of the journal, and gives
  /// the values of withheld fields that the step does not replace: they are sent back and stand in no file.
  private func staleness(of step: inout Step, _ kind: any Kind) async throws -> String? {
    guard step.action != .create, let id = step.liveID else { return nil }
    let live = try await IdentityLookup(server: server).record(kind, id: id)
    if let reason = Staleness(of: step, live: live, key: journal.head.key).reason { return reason }
    guard let live else { return nil }
    step.before = step.withheld.reduce(live) { $0.setting(nil, at: $1) }
    // From here on the record itself says what was there.
    step.fingerprint = nil
    let place = step.location ?? SourceLocation(file: "", line: 0, column: 0)
    step.secrets += step.withheld.compactMap { pointer in
      guard let value = live[pointer], !step.secrets.contains(where: { $0.pointer == pointer }) else { return nil }
      let secret = Secret(
        value.stringValue ?? value.text(), origin: .literal(at: place), isJSON: value.stringValue == nil)
      return SecretField(pointer: pointer, secret: secret, location: place)
    }
    return nil
  }

  private func stale(_ step: Step, _ reason: String) -> Outcome.Result {
    journal.note(.after(step: step.id, outcome: .stale, id: step.liveID, message: reason))
    return .stale(reason)
  }

  private func failed(_ step: Step, _ failure: StepFailure) async -> Outcome.Result {
    // Somebody made it between the plan and now: the plan is stale, not wrong.
    if step.action == .create, failure.isTaken,
      let found = try? await IdentityLookup(server: server).find(step), !found.isEmpty
    {
      return stale(step, Staleness.exists.reason ?? "")
    }
    journal.note(.after(step: step.id, outcome: failure.outcome, id: step.liveID, message: failure.message))
    return .failed(failure)
  }
}
