/// Fields that several kinds share.
package enum CommonRules {
  package static let id = FieldRule("id", .text, doc: "The server's id; where given it is the identity.")

  package static let organizationUnit: [FieldRule] = [
    FieldRule("ouId", .text, doc: "The id of the organization unit."),
    FieldRule(
      "ou", .text, [.manifestOnly], reference: ReferenceRule(.organizationUnitPath, becomes: "ouId"),
      doc: "The organization unit by its path of handles: `acme/engineering`."),
    FieldRule(
      "ouHandle", .text, [.manifestOnly], reference: ReferenceRule(.organizationUnitPath, becomes: "ouId"),
      doc: "The organization unit by its handle, or by its path."),
  ]

  /// Sign-in flows, looks and consent of what a person signs in to.
  package static let signIn: [FieldRule] = [
    FieldRule("authFlowId", .text, [.derived], doc: "The id of the sign-in flow."),
    flow("authFlowHandle", type: "AUTHENTICATION", becomes: "authFlowId"),
    FieldRule("registrationFlowId", .text, [.derived], doc: "The id of the registration flow."),
    flow("registrationFlowHandle", type: "REGISTRATION", becomes: "registrationFlowId"),
    FieldRule("isRegistrationFlowEnabled", .boolean, fallback: false, doc: "Whether people may register."),
    FieldRule("recoveryFlowId", .text, [.derived], doc: "The id of the recovery flow."),
    flow("recoveryFlowHandle", type: "RECOVERY", becomes: "recoveryFlowId"),
    FieldRule("isRecoveryFlowEnabled", .boolean, fallback: false, doc: "Whether people may recover their account."),
    FieldRule("signOutFlowId", .text, [.derived], doc: "The id of the sign-out flow."),
    FieldRule("themeId", .text, doc: "The id of the theme."),
    FieldRule("layoutId", .text, doc: "The id of the layout."),
    FieldRule(
      "assertion",
      .object([
        FieldRule("validityPeriod", .integer, [.derived], doc: "Seconds that the assertion lives."),
        FieldRule("userAttributes", .set(.text), doc: "The user's attributes in it."),
      ]), [.derived], doc: "The assertion that a flow ends with."),
    FieldRule(
      "loginConsent",
      .object([FieldRule("validityPeriod", .integer, [.derived], doc: "Seconds that a consent holds; 0 for ever.")]),
      [.derived], doc: "The consent that people give."),
    FieldRule("allowedUserTypes", .set(.text), doc: "The user types that may sign in."),
  ]

  private static func flow(_ name: String, type: String, becomes: String) -> FieldRule {
    FieldRule(
      name, .text, [.manifestOnly], reference: ReferenceRule(.flow(type: type), becomes: becomes),
      doc: "The flow by its handle.")
  }

  /// Fields that the server shows and nobody sets.
  package static let readOnly: [FieldRule] = ["createdAt", "updatedAt", "isReadOnly", "display", "clientId"].map {
    FieldRule($0, .free, [.readOnly], doc: "Set by the server.")
  }
}
