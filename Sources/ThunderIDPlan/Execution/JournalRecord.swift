import Foundation
import ThunderID

/// A journal as it was read back.
package struct JournalRecord: Sendable {
  package var path: String
  package var head: JournalHead
  package var steps: [Step]
  /// What is known of each step, by its id.
  package var states: [String: State]
  /// Whether the run came to its end.
  package var isComplete: Bool
  /// Whether the last line is torn: the run was killed while it wrote.
  package var isTorn: Bool
  /// How many bytes its whole lines have.
  package var wholeLength: Int
  /// Seconds since its last line; nil where that is not known.
  package var age: Double?

  /// What became of a step.
  package struct State: Sendable {
    /// The former record, as it was right before the first write.
    package var before: JSONValue?
    package var liveID: String?
    /// nil where the write was begun and nobody wrote down how it ended.
    package var outcome: JournalEntry.Outcome?
    package var message: String?
    /// Whether a write was sent of which nobody wrote down how it ended, before or since it was sent again.
    package var hasLostWrite: Bool { isOpen || lost }
    fileprivate var lost = false
    fileprivate var isOpen = false
  }

  /// Reads a journal. A torn last line is recognised and left out: what it says had not been acted upon.
  ///
  /// - Throws: `FileError` where it can't be read or is damaged elsewhere.
  package init(path: String) throws {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FileError("\(path) can't be read")
    }
    var lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
    let torn = lines.popLast() ?? Data()
    isTorn = !torn.isEmpty
    wholeLength = data.count - torn.count
    var entries: [JournalEntry] = []
    for (number, line) in lines.enumerated() {
      do {
        entries.append(try JournalEntry(JSONValue(parsing: line)))
      } catch {
        throw FileError("\(path):\(number + 1) is damaged, so what the run did is not known for sure: \(error)")
      }
    }
    guard case .run(let head)? = entries.first else { throw FileError("\(path) is no journal of a run") }
    self.head = head
    steps = []
    states = [:]
    isComplete = false
    for entry in entries.dropFirst() { take(entry) }
    if let count = head.stepCount, count != steps.count {
      throw FileError("\(path) has \(steps.count) of \(count) steps, so what the run did is not known for sure")
    }
    age = (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
      .map { Date().timeIntervalSince($0) }
  }

  /// Whether every step was done.
  package var isAllDone: Bool { steps.allSatisfy { states[$0.id]?.outcome == .done } }

  private mutating func take(_ entry: JournalEntry) {
    switch entry {
    case .run: break
    case .step(let step): steps.append(step)
    case .before(let write):
      var state = states[write.step] ?? State()
      state.outcome = nil
      state.lost = state.hasLostWrite
      state.isOpen = true
      // Of a step that was resumed, what was there at first counts.
      state.before = state.before ?? write.former
      state.liveID = write.liveID ?? state.liveID
      states[write.step] = state
      isComplete = false
    case .after(let step, let outcome, let id, let message):
      states[step, default: State()].outcome = outcome
      states[step, default: State()].isOpen = outcome == .unknown
      if let id { states[step, default: State()].liveID = id }
      states[step, default: State()].message = message
    case .end: isComplete = true
    }
  }

  /// Whether a write of the step was sent and nobody knows what became of it.
  package func isOpen(_ step: Step) -> Bool {
    guard let state = states[step.id] else { return false }
    return state.outcome == nil || state.outcome == .unknown
  }

  /// Whether the step may have changed the server.
  package func mayHaveTakenEffect(_ step: Step) -> Bool {
    guard let state = states[step.id] else { return false }
    return state.outcome == nil || state.outcome == .done || state.outcome == .unknown
  }
}

extension Journal {
  /// The runs of a working folder, the latest last.
  package static func list(in workingFolder: String) -> [String] {
    let folder = workingFolder + "/" + folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".ndjson") }.sorted().map { folder + "/" + $0 }
  }

  /// The journal of a run, by its id, the beginning of its id, or its path.
  ///
  /// - Throws: `FileError` where there is none, or several.
  package static func find(_ run: String, in workingFolder: String) throws -> String {
    guard !run.isEmpty else { throw FileError("which run? An empty id means none") }
    if run.hasSuffix(".ndjson"), FileManager.default.fileExists(atPath: run) { return run }
    let found = list(in: workingFolder).filter { ($0 as NSString).lastPathComponent.hasPrefix(run) }
    guard let path = found.first else {
      throw FileError("there is no run '\(run)' in \(workingFolder)/\(folder)")
    }
    guard found.count == 1 else { throw FileError("'\(run)' means \(found.count) runs: give more of the id") }
    return path
  }
}
