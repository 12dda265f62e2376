/// One page of a list.
public struct ListResponse<Row: ListedModel>: JSONModel {
  /// Every field, in the order it came.
  public let fields: JSONObject
  /// The records of this page.
  public let rows: [Row]
  /// How many records there are in all.
  public let totalResults: Int
  /// The place of the first record of this page, from 1; applications are not paged and have none (server 1.0.0).
  public let startIndex: Int?
  /// How many records this page has.
  public let count: Int

  /// A page from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where the rows or their total number are missing, or a row is no
  ///   such record: a list with holes would be worse than none.
  public init(json: JSONValue) throws {
    fields = try JSONObject(json, of: "A list")
    guard let total = fields[int: "totalResults"], total >= 0 else {
      throw ThunderIDError(code: .invalidInput, message: "A list has no number in its field \"totalResults\"")
    }
    // Go's encoder writes an empty list as null.
    guard let elements = fields[Row.listKey]?.isNull == true ? [] : fields[Row.listKey]?.arrayValue else {
      throw ThunderIDError(code: .invalidInput, message: "A list has no array in its field \"\(Row.listKey)\"")
    }
    rows = try elements.map { try Row(json: $0) }
    totalResults = total
    startIndex = fields[int: "startIndex"]
    count = fields[int: "count"] ?? rows.count
  }

  /// The relative addresses of other pages by their relation: `next`, `prev`, `last`.
  public var links: [String: String] {
    var links: [String: String] = [:]
    for link in fields["links"]?.arrayValue ?? [] {
      if let relation = link["rel"]?.stringValue, let address = link["href"]?.stringValue { links[relation] = address }
    }
    return links
  }
}

/// A page of `GET /applications`.
public typealias ApplicationListResponse = ListResponse<Application>
/// A page of `GET /users`.
public typealias ManagedUserListResponse = ListResponse<ManagedUser>
/// A page of `GET /agents`.
public typealias AgentListResponse = ListResponse<Agent>
/// A page of `GET /organization-units`.
public typealias OrganizationUnitListResponse = ListResponse<OrganizationUnit>
/// A page of `GET /user-types`.
public typealias UserTypeListResponse = ListResponse<UserType>
/// A page of `GET /agent-types`.
public typealias AgentTypeListResponse = ListResponse<AgentType>
/// A page of `GET /flows`.
public typealias FlowListResponse = ListResponse<FlowDefinition>

extension ListResponse where Row == Application {
  /// The applications of this page.
  public var applications: [Application] { rows }
}

extension ListResponse where Row == ManagedUser {
  /// The users of this page.
  public var users: [ManagedUser] { rows }
}

extension ListResponse where Row == Agent {
  /// The agents of this page.
  public var agents: [Agent] { rows }
}

extension ListResponse where Row == OrganizationUnit {
  /// The organization units of this page.
  public var organizationUnits: [OrganizationUnit] { rows }
}

extension ListResponse where Row == EntityType {
  /// The types of this page.
  public var types: [EntityType] { rows }
}

extension ListResponse where Row == FlowDefinition {
  /// The flows of this page.
  public var flows: [FlowDefinition] { rows }
}
