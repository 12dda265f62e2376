extension ThunderIDClient {
  private static let scimPath = "/scim2/Me"
  private static let userPath = "/users/me"

  /// The profile of the signed-in user (`GET /scim2/Me`, and `GET /users/me` where the server has no SCIM endpoint).
  ///
  /// - Throws: ``ThunderIDError``: `.authenticationFailed`; `.notFound` where the token is an application's own.
  public func getUserProfile() async throws -> UserProfile {
    let api = try connection.own()
    do {
      return try await api.model("GET", ThunderIDClient.scimPath)
    } catch let error as ThunderIDError where error.code == .notFound {
      let user: ManagedUser = try await api.model("GET", ThunderIDClient.userPath)
      return try UserProfile(json: user.json, source: .userRecord)
    }
  }

  /// Saves a profile that was read before and edited, and gives it as the server has it now.
  ///
  /// It goes back to where it came from: `PUT /scim2/Me` with the whole resource (RFC 7644, section 3.11), or
  /// `PUT /users/me` with all attributes, because the server replaces them.
  ///
  /// - Throws: ``ThunderIDError``: `.invalidInput` with the server's reasons.
  @discardableResult
  public func updateUserProfile(_ profile: UserProfile) async throws -> UserProfile {
    let api = try connection.own()
    switch profile.source {
    case .scim:
      return try await api.model("PUT", ThunderIDClient.scimPath, body: profile.json)
    case .userRecord:
      let attributes = profile.fields["attributes"] ?? .object(JSONObject())
      let user: ManagedUser = try await api.model("PUT", ThunderIDClient.userPath, body: ["attributes": attributes])
      return try UserProfile(json: user.json, source: .userRecord)
    }
  }
}
