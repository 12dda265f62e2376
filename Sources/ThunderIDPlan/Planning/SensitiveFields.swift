import ThunderID

/// Fields of a declared resource that the manifest tags with `!secret` although the server shows them: they travel as
/// secrets do and stand in no plan, journal or output.
struct SensitiveFields {
  /// The fields by their place in the body.
  let fields: [SecretField]
  private let pointers: [JSONPointer]

  init(_ desired: DesiredResource, in body: JSONValue) {
    let declared = desired.fields.json
    pointers = desired.fields.sensitivePointers()
    fields = pointers.compactMap { pointer in
      let place = desired.fields.location(at: pointer)
      let probe = SecretField(pointer: pointer, secret: Secret("", origin: .literal(at: place)), location: place)
      guard let moved = SecretForecast.placed([probe], in: body, desired: declared).first,
        let value = body[moved.pointer]
      else { return nil }
      let text = value.stringValue ?? value.text()
      return SecretField(
        pointer: moved.pointer,
        secret: Secret(text, origin: .literal(at: place), isJSON: value.stringValue == nil), location: place)
    }
  }

  func removed(from record: JSONValue) -> JSONValue {
    fields.reduce(record) { $0.setting(nil, at: $1.pointer) }
  }

  func hiding(_ changes: [FieldChange]) -> [FieldChange] {
    guard !pointers.isEmpty else { return changes }
    let hidden = pointers + fields.map(\.pointer)
    return changes.map { change in
      hidden.contains { $0.isWithin(change.path) || change.path.isWithin($0) }
        ? FieldChange(path: change.path, before: nil, after: nil, isSensitive: true) : change
    }
  }
}
