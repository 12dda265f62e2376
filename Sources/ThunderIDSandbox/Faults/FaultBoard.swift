import ThunderID

/// The faults that are set, and how often each one was met.
package final class FaultBoard: Sendable {
  private let faults = Locked<[(fault: Fault, met: Int)]>([])

  /// Puts these faults in the place of all others.
  package func set(_ faults: [Fault]) { self.faults.withLock { $0 = faults.map { ($0, 0) } } }

  /// Adds one.
  package func add(_ fault: Fault) { faults.withLock { $0.append((fault, 0)) } }

  /// Takes all away.
  package func clear() { set([]) }

  /// How many requests each fault has met, in their order.
  package var met: [Int] { faults.withLock { $0.map(\.met) } }

  /// What goes wrong with a request. The sandbox's own addresses are exempt.
  func take(_ request: HTTPRequest) -> [Fault.Kind] {
    faults.withLock { faults in
      guard !faults.isEmpty else { return [] }
      let path = "/" + Call(request).path.joined(separator: "/")
      guard !path.hasPrefix("/__sandbox") else { return [] }
      var kinds: [Fault.Kind] = []
      for index in faults.indices where faults[index].fault.fits(request, path: path) {
        faults[index].met += 1
        if faults[index].fault.hits(faults[index].met) { kinds.append(faults[index].fault.kind) }
      }
      return kinds
    }
  }
}
