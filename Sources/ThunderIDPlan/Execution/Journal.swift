import Foundation
import ThunderID

/// The record of a run: a line before each write and one after, on the disk before anything else happens, so that
/// whatever kills the run, a rollback knows what was done. Holds no secret.
package final class Journal: Sendable {
  /// The file, beside which the run's other files lie.
  package let path: String
  package let head: JournalHead
  private let lines: GroupCommit<[UInt8]>

  /// Where runs are kept, below the working folder.
  package static let folder = ".thunderid-apply/runs"

  /// A new journal, with its head and the steps of the plan in it. It appears whole or not at all, so that a resume
  /// never takes a part of a plan for all of it.
  ///
  /// - Throws: `FileError` where it can't be written; nothing has been sent then.
  package init(head: JournalHead, steps: [Step], in workingFolder: String) throws {
    var head = head
    head.stepCount = steps.count
    self.head = head
    let folder = workingFolder + "/" + Journal.folder
    try DurableFile.makeFolder(folder)
    path = folder + "/" + head.id + ".ndjson"
    guard !FileManager.default.fileExists(atPath: path) else { throw FileError("\(path) is there already") }
    var bytes = Journal.line(.run(head))
    for step in steps { bytes += Journal.line(.step(step)) }
    try DurableFile.replace(path, with: bytes)
    lines = Journal.lines(of: try DurableFile(appending: path))
  }

  /// A journal that is continued, after its last whole line.
  ///
  /// - Throws: `FileError` where it can't be written; nothing has been sent then.
  package init(continuing record: JournalRecord) throws {
    head = record.head
    path = record.path
    lines = Journal.lines(
      of: try DurableFile(appending: record.path, keeping: record.isTorn ? record.wholeLength : nil))
  }

  private static func lines(of file: DurableFile) -> GroupCommit<[UInt8]> {
    GroupCommit { try file.write(Array($0.joined())) }
  }

  /// Why a line could not be written; what was sent until then may not all be known to be done.
  package var failure: (any Error)? { lines.failure }

  /// Adds an entry, on the disk when this returns, and with it all that was noted before.
  ///
  /// - Throws: `FileError`; the entry is not in the journal then.
  package func write(_ entry: JournalEntry) async throws { try await lines.add(Journal.line(entry)) }

  /// Adds an entry that need not be on the disk before the next thing happens: without it, a resume looks at the server.
  /// It goes with the next ``write(_:)``; that it can't, ``failure`` tells.
  package func note(_ entry: JournalEntry) { lines.addWithoutWaiting(Journal.line(entry)) }

  /// Waits until all that was noted is on the disk.
  package func flush() async { await lines.flush() }

  private static func line(_ entry: JournalEntry) -> [UInt8] { entry.json.bytes() + [0x0A] }

  /// A new id: sorts by time, and no two runs share one.
  package static func newID(now: Date = Date()) -> String {
    let stamp = now.formatted(
      Date.ISO8601FormatStyle().dateSeparator(.omitted).timeSeparator(.omitted).timeZoneSeparator(.omitted))
    var random = SystemRandomNumberGenerator()
    let suffix = (0..<6).map { _ in String(Int.random(in: 0..<36, using: &random), radix: 36) }.joined()
    // Runs within one second sort by their milliseconds.
    let seconds = now.timeIntervalSince1970
    let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
    let padded = String(String(1000 + milliseconds).suffix(3))
    return "\(stamp.hasSuffix("Z") ? String(stamp.dropLast()) : stamp).\(padded)Z-\(suffix)"
  }
}
