import Property
import ThunderID

/// What parses must be written and parsed again as the same value, and what does not must be refused inside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let value: JSONValue
  do {
    value = try JSONValue(parsing: bytes)
  } catch let error as JSONParseError {
    expect((0...count).contains(error.offset), "the error \(error) is outside of the text")
    return 0
  } catch {
    fail("an error of another kind: \(error)")
  }
  for style: JSONValue.Style in [[], .pretty, .sortedKeys, [.pretty, .sortedKeys]] {
    let written = value.bytes(style)
    guard let again = try? JSONValue(parsing: written) else { fail("what was written can't be read") }
    expect(again.bytes(style) == written, "what was written reads as something else")
    if !style.contains(.sortedKeys) { expect(again == value, "what was read back is another value") }
  }
  return 0
}
