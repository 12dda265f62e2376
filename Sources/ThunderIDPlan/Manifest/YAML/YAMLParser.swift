/// Reads YAML through libyaml's events into located nodes.
///
/// libyaml knows neither a nesting limit nor duplicate keys, aliases or merge keys: those are kept here, and nothing
/// recurses, so that no input can exhaust the stack.
package enum YAMLParser {
  /// How deep collections may nest, aliases followed.
  package static let depthLimit = 512
  /// How many nodes aliases and merge keys may add to what is written, beyond ``expansionFactor`` times that.
  package static let expansionLimit = 100_000
  /// A large file may use its aliases in every item: what it holds in all stays in proportion to its size.
  package static let expansionFactor = 10

  /// What a text holds, and what is wrong with it.
  package struct Result: Sendable {
    /// The documents of the stream; empty ones are left out. None after a fault that ends the reading.
    package var documents: [YAMLNode] = []
    /// In the order in which they stand in the text.
    package var faults: [YAMLError] = []
  }

  /// Reads a stream of documents. A text that is no YAML gives one fault and no documents; repeated keys, unknown tags
  /// and aliases are faults each.
  package static func read(_ bytes: [UInt8]) -> Result {
    var builder = TreeBuilder()
    do {
      try EventSource.forEach(in: bytes) { try builder.take(&$0) }
      return Result(documents: builder.documents, faults: builder.faults)
    } catch {
      return Result(faults: builder.faults + [error as? YAMLError ?? YAMLError("\(error)", at: .start)])
    }
  }

  /// The documents of a stream.
  ///
  /// - Throws: `YAMLError` for the first fault.
  package static func documents(_ bytes: [UInt8]) throws -> [YAMLNode] {
    let result = read(bytes)
    if let fault = result.faults.first { throw fault }
    return result.documents
  }
}
