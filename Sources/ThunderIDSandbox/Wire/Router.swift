import ThunderID

/// Does one thing to the state, or refuses.
typealias Endpoint = @Sendable (inout SandboxState, Call) throws -> Reply

/// A path with its methods.
struct Route: Sendable {
  enum Access: Sendable {
    /// Needs no token.
    case open
    /// Needs a token, whatever it may do.
    case signedIn
    /// Needs a permission; reading needs only its `:view`.
    case permission(String)
  }

  enum Segment: Sendable {
    case literal(String)
    case parameter
    /// All that follows, at least one segment.
    case rest
  }

  let segments: [Segment]
  let access: Access
  let methods: [String: Endpoint]
  /// Methods that `Allow` names although they do nothing here: the server has a pattern of them over this path.
  let alsoAllowed: [String]

  /// A path such as `/users/{id}` or `/users/tree/{...}`.
  init(_ path: String, _ access: Access, alsoAllowed: [String] = [], _ methods: [String: Endpoint]) {
    segments = path.split(separator: "/").map { part in
      switch part {
      case "{id}": .parameter
      case "{...}": .rest
      default: .literal(String(part))
      }
    }
    self.access = access
    self.methods = methods
    self.alsoAllowed = alsoAllowed
  }

  /// The open segments' values, where the path fits.
  func match(_ path: [String]) -> [String]? {
    var parameters: [String] = []
    for (index, segment) in segments.enumerated() {
      guard index < path.count, !path[index].isEmpty else { return nil }
      switch segment {
      case .literal(let text): if path[index] != text { return nil }
      case .parameter: parameters.append(path[index])
      case .rest:
        guard !path[index...].contains("") else { return nil }
        return parameters + path[index...]
      }
    }
    return path.count == segments.count ? parameters : nil
  }

  var allowed: String {
    let own = Array(methods.keys) + (methods["GET"] == nil ? [] : ["HEAD"]) + ["OPTIONS"]
    return Set(own + alsoAllowed).sorted().joined(separator: ", ")
  }
}

/// Finds the endpoint of a request, and refuses as the server does where there is none.
enum Router {
  /// All routes by their first segment. A literal path stands before the pattern that would match it, too.
  private static let routes: [String: [Route]] = Dictionary(
    grouping: HealthEndpoints.routes + TokenEndpoints.routes + ApplicationEndpoints.routes + UserEndpoints.routes
      + AgentEndpoints.routes + UnitEndpoints.routes + TypeEndpoints.routes + RoleEndpoints.routes
      + FlowEndpoints.routes
  ) { route in
    if case .literal(let text)? = route.segments.first { text } else { "" }
  }

  static func answer(_ call: Call, _ state: inout SandboxState) -> Reply {
    do {
      return try dispatch(call, &state)
    } catch let refusal as Refusal {
      return refusal.reply
    } catch {
      return Refusal.internalError.reply
    }
  }

  private static func dispatch(_ call: Call, _ state: inout SandboxState) throws -> Reply {
    let candidates = call.path.first.flatMap { routes[$0] } ?? []
    if call.method == "OPTIONS", !candidates.isEmpty { return .noContent }
    for route in candidates {
      guard let parameters = route.match(call.path) else { continue }
      var call = call
      call.parameters = parameters
      let method = call.method == "HEAD" ? "GET" : call.method
      if case .open = route.access {} else { call.caller = try caller(of: call, state) }
      guard let endpoint = route.methods[method] else {
        throw Refusal(.plain(405, "Method Not Allowed", headers: [("Allow", route.allowed)]))
      }
      if case .permission(let permission) = route.access {
        let isRead = method == "GET"
        guard call.caller.holds(permission) || isRead && call.caller.holds(permission + ":view") else {
          throw Refusal(403, "AUTH-4030")
        }
      }
      return try endpoint(&state, call)
    }
    _ = try caller(of: call, state)
    if !candidates.isEmpty {
      // The server answers OPTIONS under each collection, so a path that it doesn't know there is a wrong method.
      throw Refusal(.plain(405, "Method Not Allowed", headers: [("Allow", "OPTIONS")]))
    }
    throw Refusal(.plain(404, "404 page not found"))
  }

  /// Whose token the call carries.
  private static func caller(of call: Call, _ state: SandboxState) throws -> Caller {
    let text = call.headers["authorization"] ?? ""
    guard text.utf8.count > 7, text.prefix(7).lowercased() == "bearer " else {
      let challenge = text.isEmpty || !text.lowercased().hasPrefix("bearer") ? "Bearer" : SandboxTokens.invalid
      throw Refusal(401, "AUTH-4010", headers: [("WWW-Authenticate", challenge)])
    }
    let token = String(text.dropFirst(7))
    switch token {
    case SandboxTokens.admin: return Caller(subject: DefaultIDs.adminUser, permissions: ["system"])
    case SandboxTokens.readOnly: return Caller(subject: "", permissions: [])
    default: break
    }
    guard let record = state.tokens[token], record.expires > Fresh.seconds() else {
      throw Refusal(401, "AUTH-4010", headers: [("WWW-Authenticate", SandboxTokens.invalid)])
    }
    return Caller(subject: record.subject, permissions: Set(record.permissions))
  }
}

/// The tokens that are always valid.
package enum SandboxTokens {
  /// May do everything, as the administrator.
  package static let admin = "sandbox-admin"
  /// Is valid and may do nothing: 403 everywhere.
  package static let readOnly = "sandbox-readonly"

  static let invalid =
    "Bearer error=\"invalid_token\", error_description=\"The access token is invalid, expired, or malformed\""
}
