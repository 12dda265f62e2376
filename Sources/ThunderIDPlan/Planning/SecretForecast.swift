import ThunderID

/// Says beforehand what a write does to write-only fields.
package enum SecretForecast {
  /// The secrets that the server will make: an OAuth client without a declared secret that is not public.
  package static func generated(
    kind: any Kind, body: JSONValue, declared: [SecretField], live: JSONValue?
  ) -> [SecretNote] {
    (body["inboundAuthConfig"]?.arrayValue ?? []).enumerated().compactMap { index, entry in
      let pointer = JSONPointer(["inboundAuthConfig", String(index), "config", "clientSecret"])
      guard isNew(pointer, live: live), !declared.contains(where: { $0.pointer == pointer }) else { return nil }
      return isConfidential(entry["config"] ?? .null) ? SecretNote(path: pointer, fate: .generated) : nil
    }
  }

  /// Whether the thing that holds the secret does not exist yet, so that sending it replaces none.
  package static func isNew(_ pointer: JSONPointer, live: JSONValue?) -> Bool {
    guard let live else { return true }
    // inboundAuthConfig/N/config/clientSecret: the entry N; the manifest and the server have one oauth2 entry at most.
    guard pointer.tokens.first == "inboundAuthConfig" else { return false }
    return (live["inboundAuthConfig"]?.arrayValue ?? []).isEmpty
  }

  /// The client secret that `--rotate` makes where the manifest gives none, for a confidential client that exists.
  package static func madeForRotation(_ desired: DesiredResource, live: JSONValue) -> [SecretField] {
    (live["inboundAuthConfig"]?.arrayValue ?? []).enumerated().compactMap { index, entry in
      let pointer = JSONPointer(["inboundAuthConfig", String(index), "config", "clientSecret"])
      let declaresOne = desired.secrets.contains { $0.pointer.tokens.last == "clientSecret" }
      guard !declaresOne, isConfidential(entry["config"] ?? .null) else { return nil }
      return SecretField(pointer: pointer, secret: .generated(), location: desired.location)
    }
  }

  /// The client id that an update takes away: its secret goes with it and does not come back.
  package static func endedClient(live: JSONValue, body: JSONValue) -> String? {
    guard let former = OAuthRules.clientID(of: live), OAuthRules.clientID(of: body) != former else { return nil }
    return former
  }

  private static func isConfidential(_ config: JSONValue) -> Bool {
    config["publicClient"]?.boolValue != true
      && !["none", "private_key_jwt"].contains(config["tokenEndpointAuthMethod"]?.stringValue)
  }

  /// Secrets with their places moved from the manifest's list into the body's, whose keyed lists may be in another
  /// order.
  package static func placed(_ secrets: [SecretField], in body: JSONValue, desired: JSONValue) -> [SecretField] {
    secrets.map { field in
      var field = field
      let tokens = field.pointer.tokens
      if tokens.count > 2, tokens[0] == "inboundAuthConfig", let index = Int(tokens[1]),
        let declared = desired["inboundAuthConfig"]?[index],
        let position = Overlay.position(of: declared, in: body["inboundAuthConfig"]?.arrayValue ?? [], key: "type")
      {
        field.pointer = JSONPointer([tokens[0], String(position)] + tokens.dropFirst(2))
      }
      return field
    }
  }
}
