import Property
import ThunderIDPlan

/// Any bytes are YAML or clean faults with a place; what is YAML is the same after it was written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let result = YAMLParser.read(bytes)
  for fault in result.faults { expect(fault.mark.line >= 1 && fault.mark.column >= 1, "a fault without a place") }
  for document in result.documents {
    var printer = YAMLPrinter()
    guard result.faults.isEmpty, printer.print(document) else { continue }
    let again = YAMLParser.read(Array(printer.text.utf8))
    expect(again.faults.isEmpty, "what was written is no YAML")
    // An empty text is a document too, since the printer quotes it.
    guard let copy = again.documents.first else { fail("nothing was left") }
    expect(isSame(document, copy), "a value changed on its way through text")
  }
  return 0
}

/// Whether two nodes hold the same keys and texts, at whatever place.
func isSame(_ a: YAMLNode, _ b: YAMLNode) -> Bool {
  guard a.tag == b.tag else { return false }
  switch (a.content, b.content) {
  case (.scalar(let a, _), .scalar(let b, _)): return a.utf8.elementsEqual(b.utf8)
  case (.sequence(let a), .sequence(let b)): return a.count == b.count && zip(a, b).allSatisfy(isSame)
  case (.mapping(let a), .mapping(let b)):
    return a.count == b.count
      && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && isSame($0.value, $1.value) }
  default: return false
  }
}
