import ThunderID

/// A saved plan (`plan --out FILE`): all that `apply FILE` needs, bound to one server and to each live record.
///
/// Secrets stand in it as references to where the manifest has them, never as values; live records as keyed digests.
package struct PlanFile: Sendable {
  package static let formatVersion = 1

  package var plan: Plan
  /// The random key of the fingerprints.
  package var key: [UInt8]
  package var toolVersion: String
  /// The paths that the manifest was read from, as given.
  package var paths: [String]

  /// A file for a plan; fingerprints are taken of the records that the plan was made against.
  package init(plan: Plan, key: [UInt8], toolVersion: String, paths: [String]) {
    self.plan = plan
    self.key = key
    self.toolVersion = toolVersion
    self.paths = paths
    for index in self.plan.steps.indices {
      let step = self.plan.steps[index]
      if let before = step.before, let kind = Kinds.named(step.address.kind) {
        self.plan.steps[index].fingerprint = Fingerprint(of: before, kind: kind, key: key)
      }
    }
  }

  /// The text of the file.
  package var json: JSONValue {
    var document = PlanJSON.document(plan)
    document["savedPlan"] = [
      "formatVersion": .number(JSONNumber(PlanFile.formatVersion)), "toolVersion": .string(toolVersion),
      "manifestDigest": .string(plan.manifestDigest), "paths": .array(paths.map { .string($0) }),
      "key": .string(Digest.hex(key)),
    ]
    document["steps"] = .array(plan.steps.map(PlanFile.stepJSON))
    return .object(document)
  }

  /// A step with all that its execution needs; secrets as references.
  package static func stepJSON(_ step: Step) -> JSONValue {
    var members = PlanJSON.step(step)
    members["apply"] = encode(step)
    return .object(members)
  }

  /// A step from ``stepJSON(_:)``; its secrets are still to be resolved.
  ///
  /// - Throws: `PlanFileError`.
  package static func step(_ json: JSONValue) throws -> Step {
    try PlanFileReader().step(json) { _, _, origin in Secret("", origin: origin) }
  }

  private static func encode(_ step: Step) -> JSONValue {
    var result = JSONObject()
    result["identifiedBy"] = step.identifiedBy.map { .string($0) }
    result["liveId"] = step.liveID.map { .string($0) }
    if let location = step.location { result["at"] = PlanJSON.location(location) }
    result["body"] = step.body
    result["secrets"] = .array(step.secrets.map { encode($0) })
    result["pending"] = .array(
      step.pending.map { ["path": .string($0.pointer.description), "target": .string($0.target.description)] })
    if !step.withheld.isEmpty { result["withheld"] = .array(step.withheld.map { .string($0.description) }) }
    if let fingerprint = step.fingerprint {
      result["fingerprint"] = .object(
        JSONObject(fingerprint.fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
    return .object(result)
  }

  private static func encode(_ field: SecretField) -> JSONValue {
    var result = JSONObject([("path", .string(field.pointer.description))])
    result["place"] = PlanJSON.location(field.location)
    switch field.secret.origin {
    case .template(let text, let location):
      result["template"] = .string(text)
      result["at"] = PlanJSON.location(location)
    case .literal(let location): result["at"] = PlanJSON.location(location)
    case .generated: result["generated"] = true
    }
    return .object(result)
  }
}
