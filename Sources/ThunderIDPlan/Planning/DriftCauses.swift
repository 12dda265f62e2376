import ThunderID

/// Why a live resource is not as declared.
package enum DriftCause: String, Sendable, CaseIterable {
  /// The older manifest and the server agree, or the older one said nothing of it.
  case manifest
  /// Both manifests agree.
  case server
  /// All three differ.
  case both

  /// In a sentence's end.
  package var words: String {
    switch self {
    case .manifest: "the manifest changed"
    case .server: "the server changed"
    case .both: "both changed"
    }
  }
}

/// Tells of each difference whether the manifest or the server moved, by looking at an older manifest too
/// (`drift --why --base OLD`).
///
/// Both manifests are planned against the same server. Where the older one plans nothing it agrees with the server; where
/// it plans the same, both manifests agree. So the rules that know which fields are sets, defaults or secrets hold here
/// as well.
package struct DriftCauses: Sendable {
  /// The cause of one difference.
  package struct Finding: Sendable, Hashable {
    package var cause: DriftCause
    /// What the older manifest declares, where all three differ; nil where it clears the field or may not be shown.
    package var former: JSONValue?
  }

  private var steps: [String: DriftCause] = [:]
  private var changes: [String: [JSONPointer: Finding]] = [:]

  /// - Parameters:
  ///   - plan: what the present manifest would change.
  ///   - older: what the older one would.
  package init(of plan: Plan, older: Plan) {
    let byAddress = Dictionary(older.steps.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    // A resource may have been renamed since.
    let byID = Dictionary(
      older.steps.compactMap { step in step.liveID.map { (step.address.kind + "/" + $0, step) } },
      uniquingKeysWith: { first, _ in first })
    for step in plan.steps {
      let former = byAddress[step.address] ?? step.liveID.flatMap { byID[step.address.kind + "/" + $0] }
      let findings = DriftCauses.findings(step, former)
      changes[step.id] = findings
      steps[step.id] = DriftCauses.cause(step, former, Set(findings.values.map(\.cause)))
    }
  }

  /// Why this step of the plan is needed.
  package func cause(of step: Step) -> DriftCause? { steps[step.id] }

  /// Why this change of a step is needed.
  package func finding(_ change: FieldChange, of step: Step) -> Finding? { changes[step.id]?[change.path] }

  /// How many differences have which cause; a step without changes counts as one.
  package func counts(_ plan: Plan) -> [(cause: DriftCause, count: Int)] {
    let all = plan.steps.flatMap { step in
      step.action == .update && !step.changes.isEmpty
        ? step.changes.compactMap { finding($0, of: step)?.cause } : [cause(of: step)].compactMap { $0 }
    }
    return DriftCause.allCases.map { cause in (cause, all.count { $0 == cause }) }
  }

  private static func cause(_ step: Step, _ former: Step?, _ causes: Set<DriftCause>) -> DriftCause {
    guard let former else { return .manifest }
    guard step.action == former.action else { return .both }
    switch step.action {
    case .delete: return .server
    case .create: return causes == [.server] && former.changes.count == step.changes.count ? .server : .both
    case .update: return causes.count == 1 ? causes.first ?? .manifest : causes.isEmpty ? .server : .both
    }
  }

  private static func findings(_ step: Step, _ former: Step?) -> [JSONPointer: Finding] {
    Dictionary(
      step.changes.map { change in (change.path, finding(change, step, former)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func finding(_ change: FieldChange, _ step: Step, _ former: Step?) -> Finding {
    guard let former else { return Finding(cause: .manifest) }
    // What the older manifest wants deleted it can't agree with; what it wants created has none of its fields.
    guard former.action == step.action else { return Finding(cause: .both) }
    guard let old = former.changes.first(where: { $0.path == change.path }) else {
      let overlaps = former.changes.contains { $0.path.isWithin(change.path) || change.path.isWithin($0.path) }
      return Finding(cause: overlaps || step.action == .create ? .both : .manifest)
    }
    if change.isSensitive || old.isSensitive {
      return Finding(cause: secret(at: change.path, of: step) == secret(at: old.path, of: former) ? .server : .both)
    }
    return isSame(old, change, step) ? Finding(cause: .server) : Finding(cause: .both, former: old.after)
  }

  /// Whether both manifests want one thing, by the rules of the kind: in another order a set is the same.
  private static func isSame(_ old: FieldChange, _ change: FieldChange, _ step: Step) -> Bool {
    if old.after == change.after { return true }
    guard let kind = Kinds.named(step.address.kind), let record = step.before ?? step.body else { return false }
    let (before, after) = (old.after ?? .null, change.after ?? .null)
    return Diff.changes(
      record.setting(after, at: change.path), against: record.setting(before, at: change.path), rules: kind.rules
    ).isEmpty
  }

  /// What a step would send where neither side is shown.
  private static func secret(at path: JSONPointer, of step: Step) -> [JSONPointer: JSONValue] {
    Dictionary(
      step.secrets.filter { $0.pointer.isWithin(path) || path.isWithin($0.pointer) }
        .map { ($0.pointer, $0.secret.revealJSON()) }, uniquingKeysWith: { first, _ in first })
  }
}

extension PlanJSON {
  /// A drift report: the plan that would heal it, and `why` at each difference.
  package static func drift(_ plan: Plan, causes: DriftCauses?) -> JSONObject {
    var document = self.document(plan)
    guard let causes else { return document }
    document["why"] = .object(
      JSONObject(causes.counts(plan).map { ($0.cause.rawValue, .number(JSONNumber($0.count))) }))
    document["steps"] = .array(plan.steps.map { step in self.step(step, causes) })
    return document
  }

  private static func step(_ step: Step, _ causes: DriftCauses) -> JSONValue {
    var members = self.step(step)
    members["why"] = causes.cause(of: step).map { .string($0.rawValue) }
    let changes = zip(step.changes, members["changes"]?.arrayValue ?? []).map { change, json in
      guard let finding = causes.finding(change, of: step), var object = json.objectValue else { return json }
      object["why"] = .string(finding.cause.rawValue)
      object["former"] = finding.former
      return JSONValue.object(object)
    }
    members["changes"] = .array(changes)
    return .object(members)
  }
}
