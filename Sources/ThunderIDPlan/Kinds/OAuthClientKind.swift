import ThunderID

/// What applications and agents share: a name that identifies them, and an OAuth client id that survives a rename.
package protocol OAuthClientKind: Kind {}

extension OAuthClientKind {
  package func hashesSecret(_ step: Step) -> Bool {
    !step.secrets.isEmpty || step.secretNotes.contains { $0.fate == .generated }
  }

  package var identifiers: [String] { ["name"] }
  package var secondaryIdentifiers: [String] { ["clientId"] }
  /// List rows lack `inboundAuthConfig` and more (server-facts).
  package var listRowsArePartial: Bool { true }

  package func pointer(to identifier: String) -> JSONPointer? {
    identifier == "clientId" ? nil : JSONPointer([identifier])
  }

  package func identity(_ identifier: String, of record: JSONValue) -> String? {
    identifier == "clientId" ? OAuthRules.clientID(of: record) : record[identifier]?.stringValue
  }
}
