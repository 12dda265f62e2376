import ThunderID

extension ThunderIDState {
  /// A page of agents (`GET /agents`).
  public func agentsQuery(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) -> ResourceQuery<AgentListResponse> {
    query(.list("agents")) { [client] in
      try await client.agents.list(limit: limit, offset: offset, fetcher: fetcher)
    }
  }

  /// One agent (`GET /agents/{id}`).
  public func agentQuery(id: String, fetcher: ThunderIDFetcher? = nil) -> ResourceQuery<Agent> {
    query(.item("agents", id: id)) { [client] in try await client.agents.get(id: id, fetcher: fetcher) }
  }

  /// Creates; then the loaded lists of agents are read anew.
  public func createAgentMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<CreateAgentRequest, Agent> {
    mutation(changes: { _ in [.list("agents")] }) { [client] in
      try await client.agents.create($0, fetcher: fetcher)
    }
  }

  /// Replaces the mutable fields; then the loaded lists and the agent itself are read anew.
  public func updateAgentMutation(
    fetcher: ThunderIDFetcher? = nil
  ) -> ResourceMutation<ResourceUpdate<UpdateAgentRequest>, Agent> {
    mutation(changes: { [.list("agents"), .item("agents", id: $0.id)] }) { [client] in
      try await client.agents.update(id: $0.id, $0.request, fetcher: fetcher)
    }
  }

  /// Deletes by id; then the loaded lists of agents are read anew.
  public func deleteAgentMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<String, Void> {
    mutation(changes: { _ in [.list("agents")] }) { [client] in
      try await client.agents.delete(id: $0, fetcher: fetcher)
    }
  }
}
