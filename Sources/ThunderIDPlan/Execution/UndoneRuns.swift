import Foundation
import ThunderID

/// Which runs of a working folder were undone by others.
package enum UndoneRuns {
  /// The run that undid a run, itself not undone; nil where the run stands. A journal that can't be read undid nothing
  /// that is known.
  package static func undoer(of run: String, in workingFolder: String) -> JournalHead? {
    let undoing = Journal.list(in: workingFolder).compactMap { path -> JournalRecord? in
      guard let head = head(path), head.undoes != nil else { return nil }
      return try? JournalRecord(path: path)
    }.filter { record in record.steps.contains(where: record.mayHaveTakenEffect) }
    return undoer(of: run, among: undoing, seen: [])
  }

  private static func undoer(of run: String, among records: [JournalRecord], seen: Set<String>) -> JournalHead? {
    // Files that were edited may undo each other.
    guard !seen.contains(run) else { return nil }
    return records.last { record in
      record.head.undoes == run && undoer(of: record.head.id, among: records, seen: seen.union([run])) == nil
    }?.head
  }

  /// The first line of a journal, without reading the rest.
  private static func head(_ path: String) -> JournalHead? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let start = try? file.read(upToCount: 1 << 16), let end = start.firstIndex(of: 0x0A),
      case .run(let head)? = try? JournalEntry(JSONValue(parsing: start[..<end]))
    else { return nil }
    return head
  }
}
