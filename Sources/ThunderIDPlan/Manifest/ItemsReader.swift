import Dispatch
import ThunderID

/// Reads the items of a collection, many of them on all cores: what one item means depends on no other.
struct ItemsReader {
  let context: ReadingContext
  let table: KindTable

  /// Fewer than these are read faster than work is handed out.
  static let partSize = 1000

  /// The resources, in the order of the items.
  func read(_ items: [YAMLNode], defaults: YAMLNode?) -> [DesiredResource] {
    let count = (items.count + ItemsReader.partSize - 1) / ItemsReader.partSize
    guard count > 1 else {
      let reader = ItemReader(context: context, table: table)
      return items.compactMap { reader.read($0, defaults: defaults) }
    }
    // Made here, since a part is used by one thread only, and its faults only when all are done.
    let parts = (0..<count).map { _ in Part(context: context.part()) }
    DispatchQueue.concurrentPerform(iterations: count) { [table] index in
      let reader = ItemReader(context: parts[index].context, table: table)
      let start = index * ItemsReader.partSize
      parts[index].resources = items[start..<min(start + ItemsReader.partSize, items.count)].compactMap {
        reader.read($0, defaults: defaults)
      }
    }
    var resources: [DesiredResource] = []
    resources.reserveCapacity(items.count)
    for part in parts {
      context.take(part.context)
      resources += part.resources
    }
    return resources
  }

  private final class Part: @unchecked Sendable {
    let context: ReadingContext
    var resources: [DesiredResource] = []

    init(context: ReadingContext) { self.context = context }
  }
}
