/// Which step of a plan may start next, while others are under way. A value: it knows of no task and no clock.
///
/// A step waits for what it depends on; for earlier steps of the same resource; where its kind is serial, for the one of
/// the kind that is under way; where the server hashes a secret for it, for one of the slow lanes. A delete waits for
/// all steps before it but other deletes of its kind, since nothing else says who still refers to what it takes away.
struct Schedule {
  /// A step that can't be done, and the id of the one that it waits for.
  struct Skip: Equatable {
    var index: Int
    var needed: String
  }

  private enum Mark { case waiting, ready, running, finished }

  private let steps: [Step]
  private let slowLanes: Int
  private var marks: [Mark]
  private var index: [String: Int] = [:]
  /// How many steps each one waits for.
  private var blockers: [Int]
  /// Steps that are skipped with this one.
  private var dependents: [[Int]]
  /// Steps that come after this one, whatever becomes of it.
  private var followers: [[Int]]
  /// For a delete the first step of the run of deletes that it stands in.
  private var barriers: [Int]
  private var lanes: [Lane]
  private var plain = IndexHeap()
  private var slow = IndexHeap()
  private var serial = IndexHeap()
  private var deletes = IndexHeap()
  private var runningSlow = 0
  private var runningSerial = 0
  /// Every step before it is finished.
  private var oldest = 0

  private enum Lane { case plain, slow, serial, delete }

  /// - Parameters:
  ///   - absent: ids of steps that were left out, so that those that wait for them are too.
  ///   - slowLanes: how many writes that hash a secret go at once.
  init(_ steps: [Step], without absent: Set<String> = [], slowLanes: Int = 1) {
    self.steps = steps
    self.slowLanes = max(1, slowLanes)
    marks = Array(repeating: .waiting, count: steps.count)
    blockers = Array(repeating: 0, count: steps.count)
    dependents = Array(repeating: [], count: steps.count)
    followers = Array(repeating: [], count: steps.count)
    barriers = Array(0..<steps.count)
    lanes = steps.map(Schedule.lane)
    var earlier: [Address: [Int]] = [:]
    var earlierOfID: [String: [Int]] = [:]
    for (i, step) in steps.enumerated() {
      for needed in step.dependsOn {
        guard let j = index[needed] else {
          if absent.contains(needed) { firstSkips.append(Skip(index: i, needed: needed)) }
          continue
        }
        dependents[j].append(i)
        blockers[i] += 1
      }
      // All of them: one in the middle may be skipped while the first is under way.
      for j in Set((earlier[step.address] ?? []) + (step.liveID.flatMap { earlierOfID[$0] } ?? [])) {
        followers[j].append(i)
        blockers[i] += 1
      }
      index[step.id] = i
      earlier[step.address, default: []].append(i)
      if let id = step.liveID { earlierOfID[id, default: []].append(i) }
      if i > 0, step.action == .delete, Schedule.areAlike(steps[i - 1], step) { barriers[i] = barriers[i - 1] }
    }
    for i in steps.indices where blockers[i] == 0 { makeReady(i) }
  }

  /// Steps that can't be done from the start.
  private var firstSkips: [Skip] = []

  /// What waits for a step that was left out; to be asked once, first.
  mutating func begin() -> [Skip] { firstSkips.flatMap { skip($0.index, needed: $0.needed) } }

  /// The first step that may start now; nil where all have started, or those under way must end before.
  mutating func next() -> Int? {
    var best: (lane: Lane, index: Int)?
    func offer(_ lane: Lane, _ index: Int?) {
      if let index, index < best?.index ?? .max { best = (lane, index) }
    }
    dropFinished()
    offer(.plain, plain.first)
    if runningSlow < slowLanes { offer(.slow, slow.first) }
    if runningSerial == 0 { offer(.serial, serial.first) }
    if let index = deletes.first, oldest >= barriers[index], runningSerial == 0 || !isSerial(index) {
      offer(.delete, index)
    }
    guard let best else { return nil }
    switch best.lane {
    case .plain: plain.removeFirst()
    case .slow: slow.removeFirst()
    case .serial: serial.removeFirst()
    case .delete: deletes.removeFirst()
    }
    if best.lane == .slow { runningSlow += 1 }
    if isSerial(best.index) { runningSerial += 1 }
    marks[best.index] = .running
    return best.index
  }

  /// A step has ended.
  ///
  /// - Returns: the steps that can't be done since it was not, in the order of the plan.
  mutating func finish(_ index: Int, isDone: Bool) -> [Skip] {
    if lanes[index] == .slow { runningSlow -= 1 }
    if isSerial(index) { runningSerial -= 1 }
    close(index)
    var skips: [Skip] = []
    for i in dependents[index] {
      if isDone { release(i) } else { skips += skip(i, needed: steps[index].id) }
    }
    return skips.sorted { $0.index < $1.index }
  }

  /// What the step of that id is of.
  func address(of id: String) -> Address? { index[id].map { steps[$0].address } }

  /// The steps that never started.
  var unstarted: [Int] { steps.indices.filter { marks[$0] == .waiting || marks[$0] == .ready } }

  private mutating func skip(_ first: Int, needed: String) -> [Skip] {
    var skips: [Skip] = []
    // An own stack, not recursion: a chain may be as long as the plan.
    var open = [(first, needed)]
    while let (index, needed) = open.popLast() {
      guard marks[index] == .waiting || marks[index] == .ready else { continue }
      skips.append(Skip(index: index, needed: needed))
      close(index)
      open += dependents[index].map { ($0, steps[index].id) }
    }
    return skips
  }

  private mutating func close(_ index: Int) {
    marks[index] = .finished
    while oldest < marks.count, marks[oldest] == .finished { oldest += 1 }
    for i in followers[index] { release(i) }
  }

  private mutating func release(_ index: Int) {
    blockers[index] -= 1
    if blockers[index] == 0, marks[index] == .waiting { makeReady(index) }
  }

  private mutating func makeReady(_ index: Int) {
    marks[index] = .ready
    switch lanes[index] {
    case .plain: plain.insert(index)
    case .slow: slow.insert(index)
    case .serial: serial.insert(index)
    case .delete: deletes.insert(index)
    }
  }

  /// A step that was skipped after it was ready stands in its heap until it comes first.
  private mutating func dropFinished() {
    while let first = plain.first, marks[first] != .ready { plain.removeFirst() }
    while let first = slow.first, marks[first] != .ready { slow.removeFirst() }
    while let first = serial.first, marks[first] != .ready { serial.removeFirst() }
    while let first = deletes.first, marks[first] != .ready { deletes.removeFirst() }
  }

  private func isSerial(_ index: Int) -> Bool { Kinds.named(steps[index].address.kind)?.isSerial == true }

  private static func lane(of step: Step) -> Lane {
    let kind = Kinds.named(step.address.kind)
    if step.action == .delete { return .delete }
    if kind?.isSerial == true { return .serial }
    return kind?.hashesSecret(step) == true ? .slow : .plain
  }

  /// Whether two deletes may go at once: of one kind, none inside the other.
  private static func areAlike(_ a: Step, _ b: Step) -> Bool {
    a.action == .delete && b.action == .delete && a.address.kind == b.address.kind
      && Kinds.named(b.address.kind)?.isSerial != true
  }
}

/// Numbers, of which the smallest is at hand.
struct IndexHeap {
  private var items: [Int] = []

  var first: Int? { items.first }

  mutating func insert(_ item: Int) {
    items.append(item)
    var child = items.count - 1
    while child > 0, items[(child - 1) / 2] > items[child] {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard items.count > 1 else { return items.removeAll() }
    items[0] = items.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < items.count else { return }
      let child = left + 1 < items.count && items[left + 1] < items[left] ? left + 1 : left
      guard items[child] < items[parent] else { return }
      items.swapAt(child, parent)
      parent = child
    }
  }
}
