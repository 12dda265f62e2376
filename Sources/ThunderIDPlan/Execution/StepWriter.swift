import ThunderID

/// Sends the writes of one step, each between two lines of the journal, and finds out what unclear answers meant.
struct StepWriter {
  let server: any Server
  let journal: Journal
  let secrets: SecretsOutput
  let pause: @Sendable (Int) async throws -> Void
  /// Whether the run goes on; asked right before each sending.
  let mayGoOn: @Sendable () -> Bool
  let emit: (ExecutionEvent) -> Void

  /// What a step came to.
  struct Written {
    /// The resource's id.
    var id: String?
    /// What a person should know.
    var note: String?
    /// Why the run can't go on although the step was done.
    var stop: ExecutionReport.Stop?
  }

  /// Makes the step true.
  ///
  /// - Throws: `StepFailure`.
  func write(_ step: Step, _ kind: any Kind) async throws -> Written {
    var written = Written(id: step.liveID)
    for (index, request) in kind.requests(for: step, id: step.liveID).enumerated() {
      do {
        try await write(request, index: index, of: step, kind, &written)
      } catch {
        throw StepFailure(error, of: step, isPartial: index > 0)
      }
    }
    if step.action == .create, written.id == nil {
      // Steps that refer to it need its id, and so does a rollback.
      let found = try? await IdentityLookup(server: server).find(step)
      if let found, found.count == 1 { written.id = found[0].id }
    }
    journal.note(.after(step: step.id, outcome: .done, id: written.id, message: written.note))
    return written
  }

  private func write(
    _ request: ResourceRequest, index: Int, of step: Step, _ kind: any Kind, _ written: inout Written
  ) async throws {
    // A secret that this tool made is on the disk before the server has it: lost, it would lock the client out.
    for field in request.secrets where field.secret.origin == .generated {
      try await hand(
        over: field.secret.reveal(), field.pointer, of: step,
        clientID: request.body.flatMap { OAuthRules.clientID(of: $0) })
    }
    try await journal.write(.before(JournalEntry.Write(request, of: step, former: index == 0 ? step.before : nil)))
    // A step that is half done is finished.
    guard index > 0 || mayGoOn() else { throw StepFailure.notSent }
    switch try await send(request, of: step) {
    case .answered(let answer):
      guard let answer else { return }
      written.id = answer["id"]?.stringValue ?? written.id
      do {
        // Before the line after the write: a kill in between loses the line, never the secret.
        try await deliver(answer, of: step, kind)
      } catch {
        written.note =
          "the secret that the server made could not be saved and is lost: get a new one with --rotate \"\(step.address)\""
        written.stop = .journal("\(error)")
      }
    case .adopted(let id, let note):
      written.id = id ?? written.id
      written.note = note
    }
  }

  private enum Answer {
    case answered(JSONValue?)
    /// It took effect, as reading showed.
    case adopted(id: String?, note: String?)
  }

  private func send(_ request: ResourceRequest, of step: Step) async throws -> Answer {
    var body = request.body
    for field in request.secrets { body = body?.setting(field.secret.revealJSON(), at: field.pointer) }
    var attempt = 1
    while true {
      do {
        return .answered(try await server.send(request.method, request.path, query: [], body: body))
      } catch let error as ThunderIDError where step.action == .delete && error.code == .notFound {
        return .adopted(id: step.liveID, note: attempt == 1 ? "it was gone already" : Self.lostAnswer)
      } catch let error as ThunderIDError where error.mayHaveTakenEffect {
        if request.writesRecord, let answer = try await settle(step, request, error) { return answer }
        guard attempt < Executor.tries, (error.retryAfter ?? 0) <= Executor.longestRetryAfter else { throw error }
        try await pause(attempt)
        // A slow server may have been at it all the while.
        if step.action == .create, let answer = try await settle(step, request, error) { return answer }
        // What is not the record is a credential: setting it once more sets the same one.
      } catch let error as ThunderIDError
        where (attempt > 1 || step.mayHaveBeenSent) && step.action == .create && error.isTaken
      {
        // An earlier try of ours may be what has the value.
        guard let answer = try await settle(step, request, error) else { throw error }
        return answer
      }
      attempt += 1
    }
  }

  private static let lostAnswer = "the answer was lost; it took effect"

  /// What reading says of an unclear write; nil where it did not take effect.
  ///
  /// - Throws: `StepFailure` where nobody can say.
  private func settle(_ step: Step, _ request: ResourceRequest, _ failure: ThunderIDError) async throws -> Answer? {
    let verdict: Ambiguity.Verdict
    var stop: ExecutionReport.Stop?
    do {
      verdict = try await Ambiguity(server: server).resolve(step, body: request.body)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let error = error as? ThunderIDError ?? ThunderIDError(code: .unknownError, message: "\(error)")
      stop = ExecutionReport.Stop(error)
      verdict = .unclear("looking for it failed too: \(error.message)")
    }
    switch verdict {
    case .didNot: return nil
    case .tookEffect(let id):
      guard step.secretNotes.contains(where: { $0.fate == .generated }) else {
        return .adopted(id: id, note: Self.lostAnswer)
      }
      return .adopted(
        id: id,
        note: "the answer was lost, and with it the secret that the server made: get a new one with "
          + "--rotate \"\(step.address)\"")
    case .unclear(let reason):
      throw StepFailure(
        outcome: .unknown,
        message: step.masking("\(failure.message) It is not clear whether it took effect: \(reason)"), stop: stop)
    }
  }

  /// Delivers the secrets that the answer shows and the manifest did not give.
  private func deliver(_ answer: JSONValue, of step: Step, _ kind: any Kind) async throws {
    for pointer in kind.generatedSecrets(in: answer) {
      let isGiven = step.secrets.contains { $0.pointer == pointer }
      guard !isGiven, let value = answer[pointer]?.stringValue else { continue }
      try await hand(over: value, pointer, of: step, clientID: OAuthRules.clientID(of: answer))
    }
  }

  private func hand(over value: String, _ pointer: JSONPointer, of step: Step, clientID: String?) async throws {
    let name = pointer.tokens.last ?? "secret"
    try await secrets.deliver(step.address, name: name, value: value, clientID: clientID)
    emit(.secretDelivered(step.address, name: name, path: secrets.path))
  }
}
