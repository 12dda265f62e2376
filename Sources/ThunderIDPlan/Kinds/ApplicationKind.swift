import ThunderID

/// Applications: `/applications`, `application.yaml`.
package struct ApplicationKind: OAuthClientKind {
  package init() {}
  package let name = "applications"
  package let singular = "application"
  package let path = "/applications"
  package let rowsKey = "applications"
  package let rank = 30
  package let isPaged = false
  /// An application can't take the name of an agent, nor what a user has as the attribute `name`; those can take an
  /// application's (recorded: 661 to 672).
  package let nameRivals = [
    NameRival(kind: "agents", identifier: "name"), NameRival(kind: "users", identifier: "name"),
  ]

  package let rules: [FieldRule] =
    [
      CommonRules.id,
      FieldRule("name", .text, [.required], doc: "The name, unique on the server."),
      FieldRule(
        "type", .choice(["browser", "fullstack", "mobile", "m2m", "mcp", "custom"]), [.required, .immutable],
        doc: "What sort of application it is."),
      FieldRule("description", .text, doc: "What it is for."),
      FieldRule("template", .text, doc: "The console's template it was made from."),
      FieldRule("url", .text, doc: "Where it lives."),
      FieldRule("logoUrl", .text, doc: "Its logo."),
      FieldRule("tosUri", .text, doc: "Its terms of service."),
      FieldRule("policyUri", .text, doc: "Its privacy policy."),
      FieldRule("contacts", .set(.text), doc: "Who answers for it."),
      FieldRule("metadata", .map(.free), doc: "Free key-value pairs."),
      FieldRule("passkeyAllowedOrigins", .set(.text), doc: "Origins whose passkeys are accepted."),
      FieldRule("flowSecret", .text, [.writeOnly], doc: "The secret of native flows; made by the server."),
      FieldRule("attestation", .object(attestation), doc: "How a mobile application proves that it is genuine."),
      OAuthRules.inboundAuthConfig,
    ] + CommonRules.organizationUnit + CommonRules.signIn + CommonRules.readOnly

  private static let attestation: [FieldRule] = [
    FieldRule(
      "android",
      .object([
        FieldRule("packageName", .text, doc: "The package."),
        FieldRule("certificateSha256Digests", .set(.text), doc: "Digests of its signing certificates."),
        FieldRule("serviceAccountCredentials", .text, [.writeOnly], doc: "The account that asks Play Integrity."),
      ]), doc: "Android."),
    FieldRule(
      "apple",
      .object([
        FieldRule("teamId", .text, [.required], doc: "The team."),
        FieldRule("bundleId", .text, [.required], doc: "The bundle."),
      ]), doc: "iOS."),
    FieldRule("devMode", .boolean, fallback: false, doc: "Whether emulators pass."),
  ]
}
