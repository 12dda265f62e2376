import ThunderID

/// Why a file is no saved plan that this tool can apply.
package struct PlanFileError: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension PlanFile {
  /// A saved plan from its text. Its secrets are filled in by `resolve`, which gets where each comes from.
  ///
  /// - Throws: `PlanFileError` where the text is none; whatever `resolve` throws.
  package init(
    parsing bytes: [UInt8], resolve: (_ address: Address, _ pointer: JSONPointer, Secret.Origin) throws -> Secret
  ) throws {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch let error as JSONParseError {
      throw PlanFileError(description: "it is not JSON: \(error)")
    }
    guard let saved = json["savedPlan"] else {
      throw PlanFileError(description: "it is not a saved plan: make one with plan --out FILE")
    }
    guard saved["formatVersion"]?.intValue == PlanFile.formatVersion else {
      throw PlanFileError(
        description: "its format is version \(saved["formatVersion"]?.text() ?? "none"), this tool reads "
          + "\(PlanFile.formatVersion): make the plan anew with this tool")
    }
    let reader = PlanFileReader()
    key = try Digest.bytes(hex: reader.text(saved, "key")) ?? reader.fail("key")
    toolVersion = try reader.text(saved, "toolVersion")
    paths = (saved["paths"]?.arrayValue ?? []).compactMap(\.stringValue)
    plan = Plan(
      steps: try (json["steps"]?.arrayValue ?? reader.fail("steps")).map { try reader.step($0, resolve: resolve) },
      unchanged: json["summary"]?["unchanged"]?.intValue ?? 0, server: try reader.text(json, "server"),
      manifestDigest: try reader.text(saved, "manifestDigest"))
  }
}

struct PlanFileReader {
  func fail<T>(_ what: String) throws -> T {
    throw PlanFileError(description: "its \(what) is missing or not what it should be: make the plan anew")
  }

  func text(_ json: JSONValue, _ key: String) throws -> String { try json[key]?.stringValue ?? fail(key) }

  func step(
    _ json: JSONValue, resolve: (_ address: Address, _ pointer: JSONPointer, Secret.Origin) throws -> Secret
  ) throws -> Step {
    let address = try Address(text(json, "address")) ?? fail("address")
    let apply = try json["apply"] ?? fail("apply")
    var step = Step(
      id: try text(json, "id"), address: address,
      action: try Step.Action(rawValue: text(json, "action")) ?? fail("action"),
      liveID: apply["liveId"]?.stringValue, changes: try (json["changes"]?.arrayValue ?? []).map(change),
      body: apply["body"])
    step.secrets = try (apply["secrets"]?.arrayValue ?? []).map { field in
      let path = try pointer(field, "path")
      let origin = try origin(field)
      return SecretField(
        pointer: path, secret: try resolve(address, path, origin), location: try location(field["place"]))
    }
    step.secretNotes = try (json["secrets"]?.arrayValue ?? []).map { note in
      SecretNote(
        path: try pointer(note, "path"), fate: try SecretNote.Fate(rawValue: text(note, "fate")) ?? fail("fate"))
    }
    step.pending = try (apply["pending"]?.arrayValue ?? []).map {
      PendingReference(pointer: try pointer($0, "path"), target: try Address(text($0, "target")) ?? fail("target"))
    }
    step.withheld = try (apply["withheld"]?.arrayValue ?? []).map {
      try $0.stringValue.flatMap { JSONPointer($0) } ?? fail("withheld")
    }
    step.identifiedBy = apply["identifiedBy"]?.stringValue
    step.location = try apply["at"].map { try location($0) }
    step.dependsOn = (json["dependsOn"]?.arrayValue ?? []).compactMap(\.stringValue)
    step.notes = (json["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
    step.fingerprint = apply["fingerprint"]?.objectValue.map { object in
      Fingerprint(
        fields: Dictionary(object.map { ($0.key, $0.value.stringValue ?? "") }, uniquingKeysWith: { a, _ in a }))
    }
    return step
  }

  private func change(_ json: JSONValue) throws -> FieldChange {
    let isSensitive = json["sensitive"]?.boolValue ?? false
    let present = { (key: String) in json[key].flatMap { $0.isNull ? nil : $0 } }
    return FieldChange(
      path: try pointer(json, "path"), before: present("before"), after: present("after"), isSensitive: isSensitive)
  }

  private func pointer(_ json: JSONValue, _ key: String) throws -> JSONPointer {
    try JSONPointer(text(json, key)) ?? fail(key)
  }

  private func origin(_ json: JSONValue) throws -> Secret.Origin {
    if json["generated"] != nil { return .generated }
    let place = try location(json["at"])
    return json["template"]?.stringValue.map { .template($0, at: place) } ?? .literal(at: place)
  }

  private func location(_ json: JSONValue?) throws -> SourceLocation {
    guard let file = json?["file"]?.stringValue, let line = json?["line"]?.intValue,
      let column = json?["column"]?.intValue
    else { return try fail("location") }
    return SourceLocation(file: file, line: line, column: column)
  }
}
