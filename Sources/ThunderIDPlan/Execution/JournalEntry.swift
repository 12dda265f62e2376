import ThunderID

/// One line of a journal.
package enum JournalEntry: Sendable {
  /// The first: which run it is.
  case run(JournalHead)
  /// A step of the plan, with all that a resume needs; secrets as references.
  case step(Step)
  /// A write is about to be sent. `before` is the whole former record of an update or delete.
  case before(step: String, method: String, path: String, liveID: String?, before: JSONValue?)
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

  package init(
    id: String, command: String, server: String, manifestDigest: String, paths: [String], toolVersion: String,
    time: String, undoes: String? = nil
  ) {
    self.id = id
    self.command = command
    self.server = server
    self.manifestDigest = manifestDigest
    self.paths = paths
    self.toolVersion = toolVersion
    self.time = time
    self.undoes = undoes
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
      ]
    case .step(let step): return ["type": "step", "step": PlanFile.stepJSON(step)]
    case .before(let step, let method, let path, let liveID, let before):
      return [
        "type": "before", "step": .string(step), "method": .string(method), "path": .string(path), "id": text(liveID),
        "before": before ?? .null,
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
    switch try text("type") {
    case "run":
      guard json["formatVersion"]?.intValue == JournalEntry.formatVersion else {
        throw PlanFileError(description: "it is of another version of this tool")
      }
      self = .run(
        JournalHead(
          id: try text("id"), command: try text("command"), server: try text("server"),
          manifestDigest: try text("manifestDigest"),
          paths: (json["paths"]?.arrayValue ?? []).compactMap(\.stringValue),
          toolVersion: try text("toolVersion"), time: try text("time"), undoes: json["undoes"]?.stringValue))
    case "step": self = .step(try PlanFile.step(json["step"] ?? .null))
    case "before":
      self = .before(
        step: try text("step"), method: try text("method"), path: try text("path"), liveID: json["id"]?.stringValue,
        before: json["before"].flatMap { $0.isNull ? nil : $0 })
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
