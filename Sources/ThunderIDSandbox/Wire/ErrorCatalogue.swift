/// The texts of the server's error codes, as server 1.0.0 and its API documents give them.
enum ErrorCatalogue {
  struct Entry {
    /// The translation key of the message; the description's is the same with `_description` behind it.
    let key: String
    let message: String
    let description: String
  }

  static let unexpected = Entry(
    key: "error.internal_server_error", message: "Internal server error",
    description: "An unexpected error occurred while processing the request")

  static let entries: [String: Entry] = [
    "AGT-1001": Entry(
      key: "error.agentservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed or contains invalid data"),
    "AGT-1002": Entry(
      key: "error.agentservice.invalid_redirect_uri", message: "Invalid redirect URI",
      description: "One or more redirect URIs are not valid"),
    "AGT-1003": Entry(
      key: "error.agentservice.invalid_grant_type", message: "Invalid grant type",
      description: "One or more grant types are not supported"),
    "AGT-1004": Entry(
      key: "error.agentservice.agent_not_found", message: "Agent not found",
      description: "The agent with the specified id does not exist"),
    "AGT-1005": Entry(
      key: "error.agentservice.organization_unit_not_found", message: "Organization unit not found",
      description: "The specified organization unit does not exist"),
    "AGT-1009": Entry(
      key: "error.agentservice.invalid_agent_name", message: "Invalid agent name",
      description: "The agent name must be provided and non-empty"),
    "AGT-1010": Entry(
      key: "error.agentservice.invalid_agent_type", message: "Invalid agent type",
      description: "The agent type must be provided"),
    "AGT-1011": Entry(
      key: "error.agentservice.invalid_limit", message: "Invalid pagination parameter",
      description: "The limit parameter must be between 1 and 100"),
    "AGT-1012": Entry(
      key: "error.agentservice.invalid_offset", message: "Invalid pagination parameter",
      description: "The offset parameter must be a non-negative integer"),
    "AGT-1013": Entry(
      key: "error.agentservice.agent_already_exists_with_name", message: "Agent already exists",
      description: "An agent with the same name already exists"),
    "AGT-1014": Entry(
      key: "error.agentservice.attribute_conflict", message: "Attribute conflict",
      description: "An agent with the same unique attribute value already exists"),
    "AGT-1015": Entry(
      key: "error.agentservice.schema_validation_failed", message: "Schema validation failed",
      description: "The provided attributes failed schema validation"),
    "AGT-1020": Entry(
      key: "error.agentservice.invalid_filter", message: "Invalid filter parameter",
      description: "The filter format is invalid"),
    "AGT-1028": Entry(
      key: "error.agentservice.invalid_auth_flow_id", message: "Invalid auth flow ID",
      description: "The provided authentication flow ID is invalid"),
    "AGT-1031": Entry(
      key: "error.agentservice.invalid_user_type", message: "Invalid user type",
      description: "One or more specified allowed user types are invalid"),
    "AGT-1037": Entry(
      key: "error.agentservice.agent_already_exists_with_client_id", message: "Client ID already in use",
      description: "An entity with the same client ID already exists"),
    "AGT-1039": Entry(
      key: "error.agentservice.owner_not_found", message: "Owner not found",
      description: "The specified owner does not match any known user, application, or agent"),
    "APP-1001": Entry(
      key: "error.applicationservice.application_not_found", message: "Application not found",
      description: "The requested application could not be found"),
    "APP-1005": Entry(
      key: "error.applicationservice.invalid_application_url", message: "Invalid application URL",
      description: "The provided application URL is not a valid URI"),
    "APP-1007": Entry(
      key: "error.applicationservice.invalid_auth_flow_id", message: "Invalid auth flow ID",
      description: "The provided authentication flow ID is invalid"),
    "APP-1010": Entry(
      key: "error.applicationservice.invalid_grant_type", message: "Invalid grant type",
      description: "One or more provided grant types are invalid"),
    "APP-1012": Entry(
      key: "error.applicationservice.invalid_redirect_uri", message: "Invalid redirect URI",
      description: "One or more provided redirect URIs are not valid URIs"),
    "APP-1018": Entry(
      key: "error.applicationservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed or contains invalid data"),
    "APP-1020": Entry(
      key: "error.applicationservice.application_already_exists", message: "Application already exists",
      description: "An application with the same name already exists"),
    "APP-1021": Entry(
      key: "error.applicationservice.application_with_client_id_already_exists",
      message: "Application with client ID already exists",
      description: "An application with the same client ID already exists"),
    "APP-1025": Entry(
      key: "error.applicationservice.invalid_user_type", message: "Invalid user type",
      description: "One or more user types in allowed_user_types do not exist in the system"),
    "APP-1040": Entry(
      key: "error.applicationservice.invalid_application_type", message: "Invalid application type",
      description:
        "The provided application type is not supported. It must be one of: browser, fullstack, mobile, m2m, mcp, custom."
    ),
    "APP-1041": Entry(
      key: "error.applicationservice.application_type_immutable", message: "Application type cannot be changed",
      description: "The application type is set at creation and cannot be modified."),
    "APP-1042": Entry(
      key: "error.applicationservice.application_type_required", message: "Application type is required",
      description:
        "An application type must be provided. It must be one of: browser, fullstack, mobile, m2m, mcp, custom."),
    "AUTH-4010": Entry(
      key: "error.auth.unauthorized", message: "Unauthorized",
      description: "Authentication is required to access this resource"),
    "AUTH-4030": Entry(
      key: "error.auth.forbidden", message: "Forbidden",
      description: "You do not have sufficient permissions to access this resource"),
    "AUTH-CRED-1002": Entry(
      key: "error.authnservice.invalid_credentials", message: "Invalid credentials",
      description: "The provided credentials are invalid"),
    "AUTHN-1008": Entry(
      key: "error.authnservice.user_not_found", message: "User not found",
      description: "No user found with the provided attributes"),
    "FLM-1003": Entry(
      key: "error.flowmgtservice.flow_not_found", message: "Flow not found",
      description: "The flow with the specified ID does not exist"),
    "FLM-1006": Entry(
      key: "error.flowmgtservice.invalid_limit_parameter", message: "Invalid pagination parameter",
      description: "The limit parameter must be a positive integer"),
    "OU-1001": Entry(
      key: "error.ouservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed, contains invalid data, or required fields are missing/empty"),
    "OU-1003": Entry(
      key: "error.ouservice.organization_unit_not_found", message: "Organization unit not found",
      description: "The organization unit with the specified id does not exist"),
    "OU-1004": Entry(
      key: "error.ouservice.organization_unit_name_conflict", message: "Organization unit name conflict",
      description: "An organization unit with the same name exists under the same parent"),
    "OU-1005": Entry(
      key: "error.ouservice.parent_organization_unit_not_found", message: "Parent organization unit not found",
      description: "Parent organization unit not found"),
    "OU-1006": Entry(
      key: "error.ouservice.organization_unit_has_children", message: "Organization unit has children",
      description: "Cannot delete organization unit with children or users/groups"),
    "OU-1007": Entry(
      key: "error.ouservice.circular_dependency_detected", message: "Circular dependency detected",
      description: "Setting this parent would create a circular dependency"),
    "OU-1008": Entry(
      key: "error.ouservice.organization_unit_handle_conflict", message: "Organization unit handle conflict",
      description: "An organization unit with the same handle already exists under the same parent"),
    "OU-1010": Entry(
      key: "error.ouservice.invalid_limit_parameter", message: "Invalid limit parameter",
      description: "The limit parameter must be a positive integer"),
    "OU-1011": Entry(
      key: "error.ouservice.invalid_offset_parameter", message: "Invalid offset parameter",
      description: "The offset parameter must be a non-negative integer"),
    "OU-1013": Entry(
      key: "error.ouservice.result_limit_exceeded", message: "Result limit exceeded",
      description: "Result limit exceeded in hybrid mode. Use search for larger datasets."),
    "OU-1014": Entry(
      key: "error.ouservice.invalid_filter", message: "Invalid filter parameter",
      description: "The filter parameter is invalid. Use format: attribute (eq|gt|lt) \"value\""),
    "ROL-1001": Entry(
      key: "error.roleservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed or contains invalid data"),
    "ROL-1003": Entry(
      key: "error.roleservice.role_not_found", message: "Role not found",
      description: "The role with the specified id does not exist"),
    "ROL-1004": Entry(
      key: "error.roleservice.role_name_conflict", message: "Role name conflict",
      description: "A role with the same name exists under the same organization unit"),
    "ROL-1005": Entry(
      key: "error.roleservice.organization_unit_not_found", message: "Organization unit not found",
      description: "Organization unit not found"),
    "ROL-1007": Entry(
      key: "error.roleservice.invalid_assignment_id", message: "Invalid assignment ID",
      description: "One or more assignment IDs in the request do not exist or do not match the claimed type"),
    "ROL-1008": Entry(
      key: "error.roleservice.invalid_limit_parameter", message: "Invalid limit parameter",
      description: "The limit parameter must be a positive integer"),
    "ROL-1009": Entry(
      key: "error.roleservice.invalid_offset_parameter", message: "Invalid offset parameter",
      description: "The offset parameter must be a non-negative integer"),
    "ROL-1010": Entry(
      key: "error.roleservice.empty_assignments_list", message: "Empty assignments list",
      description: "At least one assignment must be provided"),
    "ROL-1012": Entry(
      key: "error.roleservice.invalid_permissions", message: "Invalid permissions",
      description: "One or more permissions do not exist in the resource management system"),
    "ROL-1016": Entry(
      key: "error.roleservice.invalid_assignee_type", message: "Invalid assignee type",
      description: "The type parameter must be 'user', 'group', or 'app'"),
    "SSE-5000": unexpected,
    "USR-1001": Entry(
      key: "error.userservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed or contains invalid data"),
    "USR-1003": Entry(
      key: "error.userservice.user_not_found", message: "User not found",
      description: "The user with the specified id does not exist"),
    "USR-1005": Entry(
      key: "error.userservice.organization_unit_not_found", message: "Organization unit not found",
      description: "The specified organization unit does not exist"),
    "USR-1011": Entry(
      key: "error.userservice.invalid_limit_parameter", message: "Invalid pagination parameter",
      description: "The limit parameter must be a positive integer"),
    "USR-1012": Entry(
      key: "error.userservice.invalid_offset_parameter", message: "Invalid pagination parameter",
      description: "The offset parameter must be a non-negative integer"),
    "USR-1014": Entry(
      key: "error.userservice.attribute_conflict", message: "Attribute conflict",
      description: "A user with the same unique attribute value already exists"),
    "USR-1017": Entry(
      key: "error.userservice.missing_credentials", message: "Missing credentials",
      description: "At least one credential field must be provided"),
    "USR-1019": Entry(
      key: "error.userservice.schema_validation_failed", message: "Schema validation failed",
      description: "User attributes do not conform to the required schema"),
    "USR-1020": Entry(
      key: "error.userservice.invalid_filter_parameter", message: "Invalid filter parameter",
      description: "The filter format is invalid"),
    "USR-1021": Entry(
      key: "error.userservice.user_type_not_found", message: "User type not found",
      description: "The specified user type does not exist"),
    "USR-1022": Entry(
      key: "error.userservice.invalid_organization_unit", message: "Invalid organization unit",
      description: "Organization unit id must be specified as a valid UUID"),
    "USR-1023": Entry(
      key: "error.userservice.organization_unit_mismatch", message: "Organization unit mismatch",
      description: "The organization unit does not match the user type configuration"),
    "USR-1024": Entry(
      key: "error.userservice.invalid_credential", message: "Invalid request format",
      description: "Invalid credential fields in request"),
    "USR-1028": Entry(
      key: "error.userservice.credential_update_not_allowed", message: "Credential update not allowed",
      description: "The credential updates through this endpoint are not allowed"),
    "USRS-1001": Entry(
      key: "error.entitytypeservice.invalid_request_format", message: "Invalid request format",
      description: "The request body is malformed or contains invalid data"),
    "USRS-1002": Entry(
      key: "error.entitytypeservice.user_type_not_found", message: "User type not found",
      description: "The user type with the specified id does not exist"),
    "USRS-1003": Entry(
      key: "error.entitytypeservice.user_type_name_conflict", message: "User type name conflict",
      description: "A user type with the same name already exists"),
    "USRS-1005": Entry(
      key: "error.entitytypeservice.invalid_limit_parameter", message: "Invalid pagination parameter",
      description: "The limit parameter must be a positive integer"),
    "USRS-1006": Entry(
      key: "error.entitytypeservice.invalid_offset_parameter", message: "Invalid pagination parameter",
      description: "The offset parameter must be a non-negative integer"),
    "USRS-1014": Entry(
      key: "error.entitytypeservice.agent_type_only_default_allowed", message: "Only the default agent type is allowed",
      description:
        "Agent types are restricted to a single 'default' schema; create or rename to other names is not permitted"),
    "USRS-1015": Entry(
      key: "error.entitytypeservice.agent_type_cannot_delete", message: "Agent type cannot be deleted",
      description: "The default agent type cannot be deleted. Edit the schema instead"),
  ]
}
