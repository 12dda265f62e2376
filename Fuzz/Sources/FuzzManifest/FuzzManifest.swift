import Property
import ThunderIDPlan

/// What a variable holds may be a secret, whatever field it lands in.
private let canary = "canary-4711"

/// Whatever the bytes are, they are a manifest or refused with places inside the file, and no reason tells the value of
/// a variable.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let variables = Variables(given: ["A": "a: [b", "NAME": "value", "S": canary])
  do {
    let manifest = try ManifestParser.parse(sources: [ManifestSource(name: "m", bytes: bytes)], variables: variables) {
      Array("\($1)\n".utf8)
    }
    let lines = widths(bytes)
    for resource in manifest.resources {
      check(resource.location, lines)
      expect(Kinds.named(resource.address.kind) != nil, "a resource of no kind")
      expect(!resource.address.identity.isEmpty, "a resource without identity")
    }
  } catch let errors as ManifestErrors {
    expect(!errors.diagnostics.isEmpty, "refused without a reason")
    let lines = widths(bytes)
    for diagnostic in errors.diagnostics {
      guard let place = diagnostic.location else { fail("no place: \(diagnostic)") }
      check(place, lines)
      // An address is no secret: it names the resource in every output.
      guard diagnostic.code != "one-identity-twice" else { continue }
      let told = [diagnostic.message, diagnostic.hint ?? "", diagnostic.sourceLine ?? ""]
      expect(!told.contains { $0.contains(canary) }, "a reason tells the value of a variable: \(diagnostic.code)")
    }
    _ = DiagnosticText.render(errors.diagnostics, style: TextStyle(isColored: false))
  } catch {
    fail("an error of another kind: \(error)")
  }
  return 0
}

private func check(_ place: SourceLocation, _ widths: [Int]) {
  expect(
    widths.indices.contains(place.line - 1) && (1...widths[place.line - 1] + 1).contains(place.column),
    "\(place) is outside of the file")
}

/// How many characters each line has, by YAML's line breaks.
private func widths(_ bytes: [UInt8]) -> [Int] {
  var widths = [0]
  var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  while index < bytes.count {
    let rest = bytes[index...]
    let breaks: [[UInt8]] = [[0x0D, 0x0A], [0x0D], [0x0A], [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    if let found = breaks.first(where: rest.starts) {
      widths.append(0)
      index += found.count
    } else {
      if bytes[index] & 0xC0 != 0x80 { widths[widths.count - 1] += 1 }
      index += 1
    }
  }
  return widths
}
