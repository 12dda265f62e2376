import ThunderID

/// One line of a journal.
package enum JournalEntry: Sendable {
  /// The first: which run it is.
  case run(JournalHead)
  /// A step of the plan, with all that a resume needs: secrets as references, the live record that it was made against.
  case step(Step)
  /// A write is about to be sent.
  case before(Write)
  /// What became of a step.
  case after(step: String, outcome: Outcome, id: String?, message: String?)
  /// The last: the run came to its end.
  case end(message: String)

  package enum Outcome: String, Sendable {
    /// It took effect.
    case done
    /// It did not.
    case failed
    /// Nobody knows.
    case unknown
    /// It was not tried.
    case skipped
    /// The live resource had moved.
    case stale
  }
}

extension JournalEntry {
  /// A write that is about to be sent: what it is of and what was there.
  package struct Write: Sendable {
    package var step: String
    package var address: String
    package var action: String
    package var method: String
    package var path: String
    package var liveID: String?
    /// The whole record of an update or delete as it is right now; nil for a create, and for a step's further writes.
    package var former: JSONValue?
  }
}

extension JournalEntry.Write {
  package init(_ request: ResourceRequest, of step: Step, former: JSONValue?) {
    self.init(
      step: step.id, address: step.address.description, action: step.action.rawValue, method: request.method,
      path: request.path, liveID: step.liveID, former: former)
  }
}

/// Which run a journal is of.
package struct JournalHead: Sendable {
  package var id: String
  /// `apply`, `rollback` or `resume`.
  package var command: String
  package var server: String
  package var manifestDigest: String
  /// What the manifest was read from, for a resume that needs its secrets.
  package var paths: [String]
  package var toolVersion: String
  /// UTC, ISO 8601.
  package var time: String
  /// The run that a rollback undoes.
  package var undoes: String?
  /// The key of the steps' fingerprints, where they were saved with such: a resume compares by them too.
  package var key: [UInt8]
  /// How many steps the run has: a journal that lacks one tells not all of it. nil in journals of earlier tools.
  package var stepCount: Int?

  package init(
    id: String, command: String, server: String, manifestDigest: String, paths: [String], toolVersion: String,
    time: String, undoes: String? = nil, key: [UInt8] = []
  ) {
    self.id = id
    self.command = command
    self.server = server
    self.manifestDigest = manifestDigest
    self.paths = paths
    self.toolVersion = toolVersion
    self.time = time
    self.undoes = undoes
    self.key = key
  }
}

extension JournalEntry {
  package static let formatVersion = 1

  /// The line, without its end.
  package var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    switch self {
    case .run(let head):
      return [
        "type": "run", "formatVersion": .number(JSONNumber(JournalEntry.formatVersion)), "id": .string(head.id),
        "command": .string(head.command), "server": .string(head.server),
        "manifestDigest": .string(head.manifestDigest), "paths": .array(head.paths.map { .string($0) }),
        "toolVersion": .string(head.toolVersion), "time": .string(head.time), "undoes": text(head.undoes),
        "key": text(head.key.isEmpty ? nil : Digest.hex(head.key)),
        "steps": head.stepCount.map { .number(JSONNumber($0)) } ?? .null,
      ]
    case .step(let step): return ["type": "step", "step": PlanFile.stepJSON(step), "before": step.before ?? .null]
    case .before(let write):
      return [
        "type": "before", "step": .string(write.step), "address": .string(write.address),
        "action": .string(write.action), "method": .string(write.method), "path": .string(write.path),
        "id": text(write.liveID), "before": write.former ?? .null,
      ]
    case .after(let step, let outcome, let id, let message):
      return [
        "type": "after", "step": .string(step), "outcome": .string(outcome.rawValue), "id": text(id),
        "message": text(message),
      ]
    case .end(let message): return ["type": "end", "message": .string(message)]
    }
  }

  /// The entry of a line.
  ///
  /// - Throws: `PlanFileError`.
  package init(_ json: JSONValue) throws {
    func text(_ key: String) throws -> String {
      guard let value = json[key]?.stringValue else { throw PlanFileError(description: "'\(key)' is missing") }
      return value
    }
    func present(_ key: String) -> JSONValue? { json[key].flatMap { $0.isNull ? nil : $0 } }
    switch try text("type") {
    case "run":
      guard json["formatVersion"]?.intValue == JournalEntry.formatVersion else {
        throw PlanFileError(description: "it is of another version of this tool")
      }
      var head = JournalHead(
        id: try text("id"), command: try text("command"), server: try text("server"),
        manifestDigest: try text("manifestDigest"),
        paths: (json["paths"]?.arrayValue ?? []).compactMap(\.stringValue),
        toolVersion: try text("toolVersion"), time: try text("time"), undoes: json["undoes"]?.stringValue,
        key: json["key"]?.stringValue.flatMap { Digest.bytes(hex: $0) } ?? [])
      head.stepCount = json["steps"]?.intValue
      self = .run(head)
    case "step":
      var step = try PlanFile.step(json["step"] ?? .null)
      step.before = present("before")
      self = .step(step)
    case "before":
      self = .before(
        Write(
          step: try text("step"), address: try text("address"), action: try text("action"), method: try text("method"),
          path: try text("path"), liveID: json["id"]?.stringValue, former: present("before")))
    case "after":
      guard let outcome = Outcome(rawValue: try text("outcome")) else {
        throw PlanFileError(description: "'outcome' is not known")
      }
      self = .after(
        step: try text("step"), outcome: outcome, id: json["id"]?.stringValue, message: json["message"]?.stringValue)
    case "end": self = .end(message: try text("message"))
    case let other: throw PlanFileError(description: "an entry '\(other)' is not known")
    }
  }
}
