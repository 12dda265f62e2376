/// The mutable fields of an application, to create or replace one (`POST /applications`, `PUT /applications/{id}`).
///
/// Server 1.0.0 also wants `ouId`, and `type` at creation. A replace clears every field that is left out.
public struct ApplicationRequest: SignInSettings {
  /// Every field, in the order it came.
  public var fields: JSONObject

  /// An application request from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where name is missing.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "An application request", required: ["name"])
  }

  /// A request that names the application.
  public init(name: String) { fields = JSONObject([("name", .string(name))]) }

  init(fields: JSONObject) { self.fields = fields }

  /// The name, unique on the server.
  public var name: String {
    get { fields[string: "name"] ?? "" }
    set { fields[string: "name"] = newValue }
  }

  /// The organization unit that owns it.
  public var ouId: String? {
    get { fields[string: "ouId"] }
    set { fields[string: "ouId"] = newValue }
  }

  /// `browser`, `fullstack`, `mobile`, `m2m`, `mcp` or `custom`; it never changes.
  public var type: String? {
    get { fields[string: "type"] }
    set { fields[string: "type"] = newValue }
  }

  /// What it is for.
  public var description: String? {
    get { fields[string: "description"] }
    set { fields[string: "description"] = newValue }
  }

  /// The template it was made from.
  public var template: String? {
    get { fields[string: "template"] }
    set { fields[string: "template"] = newValue }
  }

  /// Where it lives.
  public var url: String? {
    get { fields[string: "url"] }
    set { fields[string: "url"] = newValue }
  }

  /// Its logo.
  public var logoUrl: String? {
    get { fields[string: "logoUrl"] }
    set { fields[string: "logoUrl"] = newValue }
  }

  /// Its terms of service.
  public var tosUri: String? {
    get { fields[string: "tosUri"] }
    set { fields[string: "tosUri"] = newValue }
  }

  /// Its privacy policy.
  public var policyUri: String? {
    get { fields[string: "policyUri"] }
    set { fields[string: "policyUri"] = newValue }
  }

  /// Who answers for it.
  public var contacts: [String]? {
    get { fields[strings: "contacts"] }
    set { fields[strings: "contacts"] = newValue }
  }

  /// Origins whose passkeys are accepted.
  public var passkeyAllowedOrigins: [String]? {
    get { fields[strings: "passkeyAllowedOrigins"] }
    set { fields[strings: "passkeyAllowedOrigins"] = newValue }
  }

  /// How a mobile application proves that it is genuine.
  public var attestation: JSONObject? {
    get { fields[object: "attestation"] }
    set { fields[object: "attestation"] = newValue }
  }

  /// Free names and values.
  public var metadata: JSONObject? {
    get { fields[object: "metadata"] }
    set { fields[object: "metadata"] = newValue }
  }

  /// The secret for flows that it starts itself: sent to set one, returned only at creation.
  public var flowSecret: String? {
    get { fields[string: "flowSecret"] }
    set { fields[string: "flowSecret"] = newValue }
  }
}
