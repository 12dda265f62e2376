import ThunderID

/// AI agents: `/agents`, `agent.yaml`.
package struct AgentKind: OAuthClientKind {
  package init() {}
  package let name = "agents"
  package let singular = "agent"
  package let path = "/agents"
  package let rowsKey = "agents"
  package let typesPath: String? = "/agent-types"
  package let rank = 40

  package let rules: [FieldRule] =
    [
      CommonRules.id,
      FieldRule("name", .text, [.required], doc: "The name, unique among agents."),
      FieldRule("type", .text, [.required], doc: "The agent type."),
      FieldRule("description", .text, doc: "What it does."),
      FieldRule("logoUrl", .text, doc: "Its logo."),
      FieldRule(
        "owner", .text, [.derived], reference: ReferenceRule(.address, becomes: "owner"),
        doc: "Who answers for it: an address (`users/jane`) or an id; the server takes the caller where none is given."),
      FieldRule("attributes", .map(.free), doc: "What is known of the agent, by the schema of the type."),
      OAuthRules.inboundAuthConfig,
    ] + CommonRules.organizationUnit + CommonRules.signIn + CommonRules.readOnly
}
