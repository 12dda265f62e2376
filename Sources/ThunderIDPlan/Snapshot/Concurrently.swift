/// Maps with at most `limit` at work at once and gives the results in order; the first failure cancels the rest.
package func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element], limit: Int, _ transform: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: elements.count)
    var next = 0
    func addTask() {
      guard next < elements.count else { return }
      let index = next
      next += 1
      group.addTask { (index, try await transform(elements[index])) }
    }
    for _ in 0..<min(max(1, limit), elements.count) { addTask() }
    while let (index, result) = try await group.next() {
      results[index] = result
      addTask()
    }
    return results.compactMap { $0 }
  }
}
