import ThunderIDPlan

/// Whatever the bytes are, they are a manifest or refused with places inside the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let variables = Variables(given: ["A": "a: [b", "NAME": "value"])
  do {
    let manifest = try ManifestParser.parse(sources: [ManifestSource(name: "m", bytes: bytes)], variables: variables) {
      Array("\($1)\n".utf8)
    }
    for resource in manifest.resources { check(resource.location, widths(bytes)) }
  } catch let errors as ManifestErrors {
    precondition(!errors.diagnostics.isEmpty, "refused without a reason")
    let lines = widths(bytes)
    for diagnostic in errors.diagnostics {
      guard let place = diagnostic.location else { preconditionFailure("no place: \(diagnostic)") }
      check(place, lines)
    }
    _ = DiagnosticText.render(errors.diagnostics, style: TextStyle(isColored: false))
  } catch {
    preconditionFailure("an error of another kind: \(error)")
  }
  return 0
}

private func check(_ place: SourceLocation, _ widths: [Int]) {
  precondition(
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
