import ThunderID

/// Whether a live resource still is what a plan was made against. ThunderID has no ETag, so the client compares; a gap
/// of the time between the read and the write stays.
package enum Staleness: Sendable, Hashable {
  /// As it was: the step may go on.
  case fresh
  /// These fields are not what they were.
  case moved(fields: [String])
  /// The resource is gone.
  case gone
  /// Somebody made a resource of that identity meanwhile.
  case exists

  /// The standing of an update or delete.
  ///
  /// - Parameters:
  ///   - live: the record as it is now; nil where there is none.
  ///   - key: the key of the plan's fingerprints; of no account where the step carries the former record itself.
  package init(of step: Step, live: JSONValue?, key: [UInt8]) {
    guard let kind = Kinds.named(step.address.kind) else {
      self = .fresh
      return
    }
    guard let live else {
      // What is to be deleted and is gone already is as it should be.
      self = step.action == .delete ? .fresh : .gone
      return
    }
    let former = step.fingerprint ?? step.before.map { Fingerprint(of: $0, kind: kind, key: key) }
    guard let former else {
      self = .fresh
      return
    }
    let present = step.withheld.reduce(live) { $0.setting(nil, at: $1) }
    let fields = former.differences(from: Fingerprint(of: present, kind: kind, key: key))
    self = fields.isEmpty ? .fresh : .moved(fields: fields)
  }

  /// What happened, for people; nil where nothing did.
  package var reason: String? {
    switch self {
    case .fresh: nil
    case .moved(let fields): "changed on the server since the plan was made: \(fields.joined(separator: ", "))"
    case .gone: "deleted on the server since the plan was made"
    case .exists: "created on the server since the plan was made"
    }
  }
}
