import ThunderID

/// `/__sandbox/faults`: sets faults from another process, with the token `sandbox-admin`.
enum FaultEndpoint {
  static func answer(_ call: Call, _ server: SandboxServer) -> Reply {
    guard call.headers["authorization"] == "Bearer " + SandboxTokens.admin else {
      return .plain(401, "faults are set with the token \(SandboxTokens.admin)\n")
    }
    guard call.path == ["__sandbox", "faults"] else { return .plain(404, "404 page not found") }
    switch call.method {
    case "GET":
      return .json(200, ["met": .array(server.faults.met.map { .number(JSONNumber($0)) })])
    case "PUT":
      do {
        server.faults.set(try faults(call.body))
        return .noContent
      } catch {
        return .plain(400, "\(error)\n")
      }
    case "DELETE":
      server.faults.clear()
      return .noContent
    default: return .plain(405, "Method Not Allowed", headers: [("Allow", "DELETE, GET, PUT")])
    }
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private static func faults(_ body: [UInt8]) throws -> [Fault] {
    guard let list = try JSONValue(parsing: body)["faults"]?.arrayValue else {
      throw Problem(description: "the body is {\"faults\": [...]}")
    }
    return try list.enumerated().map { index, entry in
      do {
        return try fault(entry)
      } catch let problem as Problem {
        throw Problem(description: "faults[\(index)]: \(problem)")
      }
    }
  }

  private static let members: Set<String> = [
    "kind", "method", "path", "nth", "times", "seconds", "effect", "status", "retryAfter", "requests",
  ]

  private static func fault(_ entry: JSONValue) throws -> Fault {
    guard case .object(let object) = entry else { throw Problem(description: "a fault is an object") }
    if let unknown = object.keys.first(where: { !members.contains($0) }) {
      throw Problem(description: "unknown member \"\(unknown)\"")
    }
    var fault = Fault(try kind(entry), method: entry["method"]?.stringValue, path: entry["path"]?.stringValue ?? "*")
    if let nth = entry["nth"] { fault.nth = try positive(nth, "nth") }
    if let times = entry["times"] { fault.times = times.isNull ? nil : try positive(times, "times") }
    return fault
  }

  private static func positive(_ value: JSONValue, _ name: String) throws -> Int {
    guard let number = value.intValue, number > 0 else {
      throw Problem(description: "\"\(name)\" is a whole number from 1")
    }
    return number
  }

  private static func kind(_ entry: JSONValue) throws -> Fault.Kind {
    switch entry["kind"]?.stringValue {
    case "delay": return .delay(seconds: try seconds(entry))
    case "reset": return .reset(try effect(entry))
    case "truncatedBody": return .truncatedBody
    case "staleConnection": return .staleConnection
    case "status":
      guard let status = entry["status"]?.intValue, (400...599).contains(status) else {
        throw Problem(description: "\"status\" is a number from 400 to 599")
      }
      return .status(status, retryAfter: entry["retryAfter"]?.intValue, try effect(entry))
    case "notJSON": return .notJSON
    case "wrongContentType": return .wrongContentType
    case "slowHeader": return .slowHeader(seconds: try seconds(entry))
    case "slowBody": return .slowBody(seconds: try seconds(entry))
    case "expireTokens": return .expireTokens
    case "meanwhile": return .meanwhile(try requests(entry))
    default:
      throw Problem(
        description: "\"kind\" is one of delay, reset, truncatedBody, staleConnection, status, notJSON, "
          + "wrongContentType, slowHeader, slowBody, expireTokens, meanwhile")
    }
  }

  private static func seconds(_ entry: JSONValue) throws -> Double {
    guard case .number(let number)? = entry["seconds"], (0...3600).contains(number.double) else {
      throw Problem(description: "\"seconds\" is a number from 0 to 3600")
    }
    return number.double
  }

  private static func effect(_ entry: JSONValue) throws -> Fault.Effect {
    guard let value = entry["effect"] else { return .before }
    guard let effect = value.stringValue.flatMap(Fault.Effect.init(rawValue:)) else {
      throw Problem(description: "\"effect\" is before or after")
    }
    return effect
  }

  private static func requests(_ entry: JSONValue) throws -> [HTTPRequest] {
    try (entry["requests"]?.arrayValue ?? []).map { request in
      guard let method = request["method"]?.stringValue, let path = request["path"]?.stringValue else {
        throw Problem(description: "a request has \"method\", \"path\" and perhaps \"body\"")
      }
      return HTTPRequest(
        method: method, url: path, headers: HTTPHeaders([("Authorization", "Bearer " + SandboxTokens.admin)]),
        body: request["body"]?.bytes())
    }
  }
}
