import ThunderID

extension ThunderIDState {
  /// A page of users (`GET /users`).
  public func usersQuery(
    limit: Int? = nil, offset: Int? = nil, filter: String? = nil, fetcher: ThunderIDFetcher? = nil
  ) -> ResourceQuery<ManagedUserListResponse> {
    query(.list("users")) { [client] in
      try await client.users.list(limit: limit, offset: offset, filter: filter, fetcher: fetcher)
    }
  }

  /// One user (`GET /users/{id}`).
  public func userQuery(id: String, fetcher: ThunderIDFetcher? = nil) -> ResourceQuery<ManagedUser> {
    query(.item("users", id: id)) { [client] in try await client.users.get(id: id, fetcher: fetcher) }
  }

  /// Creates; then the loaded lists of users are read anew.
  public func createUserMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<
    CreateManagedUserRequest, ManagedUser
  > {
    mutation(changes: { _ in [.list("users")] }) { [client] in
      try await client.users.create($0, fetcher: fetcher)
    }
  }

  /// Replaces the mutable fields; then the loaded lists and the user itself are read anew.
  public func updateUserMutation(
    fetcher: ThunderIDFetcher? = nil
  ) -> ResourceMutation<ResourceUpdate<UpdateManagedUserRequest>, ManagedUser> {
    mutation(changes: { [.list("users"), .item("users", id: $0.id)] }) { [client] in
      try await client.users.update(id: $0.id, $0.request, fetcher: fetcher)
    }
  }

  /// Deletes by id; then the loaded lists of users are read anew.
  public func deleteUserMutation(fetcher: ThunderIDFetcher? = nil) -> ResourceMutation<String, Void> {
    mutation(changes: { _ in [.list("users")] }) { [client] in
      try await client.users.delete(id: $0, fetcher: fetcher)
    }
  }
}
