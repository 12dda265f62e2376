import ThunderID

extension ThunderIDState {
  /// A page of applications (`GET /applications`).
  public func applicationsQuery(
    limit: Int? = nil, offset: Int? = nil, fetcher: ThunderIDFetcher? = nil
  ) -> ResourceQuery<ApplicationListResponse> {
    query(.list("applications")) { [client] in
      try await client.applications.list(limit: limit, offset: offset, fetcher: fetcher)
    }
  }

  /// One application (`GET /applications/{id}`).
  public func applicationQuery(id: String, fetcher: ThunderIDFetcher? = nil) -> ResourceQuery<Application> {
    query(.item("applications", id: id)) { [client] in try await client.applications.get(id: id, fetcher: fetcher) }
  }

  /// Creates; then the loaded lists of applications are read anew.
  public func createApplicationMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<
    ApplicationRequest, Application
  > {
    mutation(changes: { _ in [.list("applications")] }) { [client] in
      try await client.applications.create($0, fetcher: fetcher)
    }
  }

  /// Replaces the mutable fields; then the loaded lists and the application itself are read anew.
  public func updateApplicationMutation(
    fetcher: ThunderIDFetcher? = nil
  ) -> ResourceMutation<ResourceUpdate<ApplicationRequest>, Application> {
    mutation(changes: { [.list("applications"), .item("applications", id: $0.id)] }) { [client] in
      try await client.applications.update(id: $0.id, $0.request, fetcher: fetcher)
    }
  }

  /// Deletes by id; then the loaded lists of applications are read anew.
  public func deleteApplicationMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<String, Void> {
    mutation(changes: { _ in [.list("applications")] }) { [client] in
      try await client.applications.delete(id: $0, fetcher: fetcher)
    }
  }
}
