// begin example
import ThunderID

/// Renames an application; everything else of it stays as it is.
func rename(_ old: String, to new: String, at server: String, token: String) async throws -> Application {
  let client = ThunderIDClient()
  try client.initialize(config: ThunderIDConfig(baseUrl: server, tokenSource: FixedTokenSource(token)))

  let page = try await client.applications.list()
  guard let row = page.applications.first(where: { $0.name == old }) else {
    throw ThunderIDError(code: .notFound, message: "There is no application '\(old)'.")
  }
  // An update replaces all mutable fields, so the whole application is read first.
  var application = try await client.applications.get(id: row.id)
  application.request.name = new
  do {
    return try await client.applications.update(id: application.id, application.request)
  } catch let error as ThunderIDError where error.code == .forbidden {
    print("The token may not change applications: \(error.message)")
    throw error
  }
}
// end example
