import ThunderID

/// One difference between a live resource and the desired one.
package struct FieldChange: Sendable, Hashable {
  /// The field, as a JSON Pointer into the record.
  package var path: JSONPointer
  /// The live value; nil where there is none.
  package var before: JSONValue?
  /// The desired value; nil where the field is cleared.
  package var after: JSONValue?
  /// Whether neither value may be shown; both are then nil.
  package var isSensitive: Bool

  package init(path: JSONPointer, before: JSONValue?, after: JSONValue?, isSensitive: Bool = false) {
    self.path = path
    self.before = isSensitive ? nil : before
    self.after = isSensitive ? nil : after
    self.isSensitive = isSensitive
  }
}
