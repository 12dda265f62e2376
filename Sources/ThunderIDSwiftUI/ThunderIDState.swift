import Observation
import ThunderID

#if canImport(Combine)
  import Combine
#endif

/// The client as views see it: it builds observable queries and mutations for each operation.
@MainActor @Observable
public final class ThunderIDState {
  /// The client that everything goes through.
  @ObservationIgnored public let client: ThunderIDClient
  @ObservationIgnored let board = QueryBoard()

  /// A state over a client that is, or will be, initialized.
  public init(client: ThunderIDClient) { self.client = client }

  func query<Value>(
    _ subject: QueryBoard.Subject, _ read: @escaping @MainActor () async throws -> Value
  ) -> ResourceQuery<Value> {
    board.add(ResourceQuery(read: read), subject)
  }

  func mutation<Input, Output>(
    changes subjects: @escaping @MainActor (Input) -> Set<QueryBoard.Subject>,
    _ write: @escaping @MainActor (Input) async throws -> Output
  ) -> ResourceMutation<Input, Output> {
    ResourceMutation(write: write) { [board] input in await board.refresh(subjects(input)) }
  }
}

#if canImport(Combine)
  extension ThunderIDState: ObservableObject {}
#endif

/// What an update needs: which resource, and its new mutable fields.
public struct ResourceUpdate<Request: Sendable>: Sendable {
  /// The id of the resource.
  public var id: String
  /// The new mutable fields, all of them.
  public var request: Request

  /// An update.
  public init(id: String, request: Request) {
    self.id = id
    self.request = request
  }
}
