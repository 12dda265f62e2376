import ThunderID

/// Breaks circles of updates that exchange unique values: one of them goes through a temporary value, as a step of its
/// own that the plan shows.
enum Exchange {
  /// The steps, with a temporary step before each circle.
  static func broken(_ steps: [Step], unique: UniqueValues) -> [Step] {
    let updates = steps.indices.filter { steps[$0].action == .update }
    var freer: [UniqueValues.Key: Int] = [:]
    for index in updates { for key in unique.freed(by: steps[index]) { freer[key] = index } }
    guard !freer.isEmpty else { return steps }
    var result = steps
    var added: [Step] = []
    var settled: Set<Int> = []
    for start in updates where !settled.contains(start) {
      var path: [Int] = []
      var current: Int? = start
      // Follows who holds what the step takes, until nobody does or the circle closes.
      while let index = current, !settled.contains(index) {
        settled.insert(index)
        path.append(index)
        current = unique.taken(by: steps[index]).lazy.compactMap { freer[$0] }.first { $0 != index }
      }
      guard let closing = current, path.contains(closing),
        let temporary = temporaryStep(for: steps[closing], unique: unique, wantedBy: path.map { steps[$0] })
      else { continue }
      for change in temporary.changes {
        result[closing].before = result[closing].before?.setting(change.after, at: change.path)
      }
      added.append(temporary)
    }
    return added + result
  }

  /// An update that moves the values of the step that others wait for out of the way.
  private static func temporaryStep(for step: Step, unique: UniqueValues, wantedBy others: [Step]) -> Step? {
    guard let kind = Kinds.named(step.address.kind), let before = step.before else { return nil }
    let wanted = others.reduce(into: Set<UniqueValues.Key>()) { $0.formUnion(unique.taken(by: $1)) }
    var body = Overlay.writable(before, rules: kind.rules)
    var changes: [FieldChange] = []
    for key in unique.freed(by: step).intersection(wanted) {
      guard let pointer = kind.pointer(to: key.identifier) else { return nil }
      let value = temporary(key.value.text, for: step)
      changes.append(FieldChange(path: pointer, before: body[pointer], after: .string(value)))
      body = body.setting(.string(value), at: pointer)
    }
    guard !changes.isEmpty else { return nil }
    return Step(
      id: "", address: step.address, action: .update, liveID: step.liveID, changes: changes, body: body, before: before,
      location: step.location, notes: ["a temporary value, so that another resource can take the one it has"])
  }

  /// A value of the same shape that nobody has: the local part of an e-mail address grows, other texts too.
  private static func temporary(_ value: String, for step: Step) -> String {
    let mark = "moving-" + (step.liveID ?? "").suffix(8)
    guard let at = value.firstIndex(of: "@") else { return value + "-" + mark }
    return value[..<at] + "+" + mark + value[at...]
  }
}
