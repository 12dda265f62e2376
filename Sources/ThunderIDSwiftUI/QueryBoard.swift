/// The living queries of one state, by what they show, so that a mutation can refresh those that it changed.
@MainActor
final class QueryBoard {
  /// What a query shows.
  enum Subject: Hashable {
    case list(String)
    case item(String, id: String)
  }

  private struct Entry {
    let subject: Subject
    /// Refreshes the query when it has loaded; false once nobody holds it any more.
    let refresh: @MainActor () async -> Bool
    let isAlive: @MainActor () -> Bool
  }

  private var entries: [Entry] = []

  func add<Value>(_ query: ResourceQuery<Value>, _ subject: Subject) -> ResourceQuery<Value> {
    entries.removeAll { !$0.isAlive() }
    entries.append(
      Entry(
        subject: subject,
        refresh: { [weak query] in
          guard let query else { return false }
          if query.hasLoaded { await query.refetch() }
          return true
        }, isAlive: { [weak query] in query != nil }))
    return query
  }

  /// Refreshes every loaded query that shows one of the subjects.
  func refresh(_ subjects: Set<Subject>) async {
    for entry in entries where subjects.contains(entry.subject) { _ = await entry.refresh() }
  }
}
