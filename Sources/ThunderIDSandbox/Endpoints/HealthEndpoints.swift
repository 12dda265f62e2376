import ThunderID

/// Health and discovery, which need no token.
enum HealthEndpoints {
  static let routes: [Route] = [
    Route("/health/liveness", .open, ["GET": { _, _ in Reply(status: 200) }]),
    Route("/health/readiness", .open, ["GET": { _, _ in .json(200, readiness) }]),
    Route("/.well-known/openid-configuration", .open, ["GET": { _, _ in discovery }]),
  ]

  private static let readiness: JSONValue = [
    "status": "UP",
    "serviceStatus": [
      ["serviceName": "ConfigDB", "status": "UP"], ["serviceName": "RuntimeTransientDB", "status": "UP"],
      ["serviceName": "EntityDB", "status": "UP"],
    ],
  ]

  private static let discovery = Reply.json(200, bytes: Array(discoveryText.utf8))

  /// The real server's, with the address that it has by default.
  private static let discoveryText = """
    {
      "issuer": "https://localhost:8090",
      "authorization_endpoint": "https://localhost:8090/oauth2/authorize",
      "token_endpoint": "https://localhost:8090/oauth2/token",
      "jwks_uri": "https://localhost:8090/oauth2/jwks",
      "registration_endpoint": "https://localhost:8090/oauth2/dcr/register",
      "revocation_endpoint": "https://localhost:8090/oauth2/revoke",
      "introspection_endpoint": "https://localhost:8090/oauth2/introspect",
      "pushed_authorization_request_endpoint": "https://localhost:8090/oauth2/par",
      "backchannel_authentication_endpoint": "https://localhost:8090/oauth2/bc-authorize",
      "backchannel_token_delivery_modes_supported": ["poll"],
      "backchannel_user_code_parameter_supported": false,
      "response_types_supported": ["code"],
      "grant_types_supported": [
        "client_credentials", "authorization_code", "refresh_token",
        "urn:ietf:params:oauth:grant-type:token-exchange", "urn:openid:params:grant-type:ciba",
        "urn:ietf:params:oauth:grant-type:jwt-bearer"
      ],
      "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
      "token_endpoint_auth_signing_alg_values_supported": [
        "RS256", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87"
      ],
      "code_challenge_methods_supported": ["S256"],
      "authorization_response_iss_parameter_supported": true,
      "dpop_signing_alg_values_supported": [
        "RS256", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87"
      ],
      "authorization_grant_profiles_supported": ["urn:ietf:params:oauth:grant-profile:id-jag"],
      "userinfo_endpoint": "https://localhost:8090/oauth2/userinfo",
      "scopes_supported": ["address", "roles", "openid", "profile", "email", "phone"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256", "ES256"],
      "userinfo_signing_alg_values_supported": ["RS256", "ES256"],
      "userinfo_encryption_alg_values_supported": [
        "RSA-OAEP", "RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"
      ],
      "userinfo_encryption_enc_values_supported": ["A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512", "A128GCM", "A192GCM", "A256GCM"],
      "id_token_encryption_alg_values_supported": [
        "RSA-OAEP", "RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"
      ],
      "id_token_encryption_enc_values_supported": ["A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512", "A128GCM", "A192GCM", "A256GCM"],
      "claims_supported": [
        "website", "email_verified", "phone_number_verified", "sub", "aud", "iat", "profile", "phone_number",
        "exp", "auth_time", "family_name", "nickname", "gender", "birthdate", "zoneinfo", "email", "iss",
        "address", "given_name", "middle_name", "preferred_username", "picture", "locale", "updated_at",
        "roles", "name"
      ],
      "claims_parameter_supported": true,
      "end_session_endpoint": "https://localhost:8090/oauth2/logout"
    }
    """
}
