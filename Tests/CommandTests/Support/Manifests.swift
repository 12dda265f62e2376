/// Manifests that several tests use.
enum Manifests {
  /// A machine client, with its secret in the manifest.
  static func machine(_ description: String = "first", secret: String = "Keep-Me-123456") -> String {
    """
    applications:
      - name: Portal
        type: m2m
        ou: default
        description: \(description)
        inboundAuthConfig:
          - type: oauth2
            config:
              clientId: portal
              clientSecret: \(secret)
              grantTypes: [client_credentials]
              tokenEndpointAuthMethod: client_secret_basic

    """
  }

  static func users(_ names: [String], givenName: String = "Given", more: String = "") -> String {
    "defaults:\n  users: { ou: default, type: Person }\nusers:\n"
      + names.map {
        "  - attributes: { username: \($0), email: \(mail($0)), given_name: \(givenName) }\n\(more)"
      }.joined()
  }

  /// An address for a name, within its quotes where it has some.
  private static func mail(_ name: String) -> String {
    name.hasSuffix("'") ? name.dropLast() + "@example.com'" : name + "@example.com"
  }

  static func users(_ count: Int) -> String { users((0..<count).map { "user\($0)" }) }

  static let secretOfTheServer = """
    applications:
      - name: Made
        type: m2m
        ou: default
        inboundAuthConfig:
          - type: oauth2
            config: { clientId: made, grantTypes: [client_credentials], tokenEndpointAuthMethod: client_secret_basic }

    """
}
