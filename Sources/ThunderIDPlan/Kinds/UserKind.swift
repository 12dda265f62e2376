import ThunderID

/// Users: `/users`, `user.yaml`. Their attributes follow the live schema of their type.
package struct UserKind: Kind {
  package init() {}
  package let name = "users"
  package let singular = "user"
  package let path = "/users"
  package let rowsKey = "users"
  package let typesPath: String? = "/user-types"
  package let typeRulesUnit = true
  package let rank = 20
  package let identifiers = ["username", "email", "sub", "mobile_number"]

  package func identity(_ identifier: String, of record: JSONValue) -> String? {
    switch record["attributes"]?[identifier] {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }

  package func pointer(to identifier: String) -> JSONPointer? { JSONPointer(["attributes", identifier]) }

  package func filter(identifier: String, value: String) -> String? {
    // The server's filter has no escape for a quotation mark (server-facts: one `attr eq "value"`).
    value.utf8.contains(UInt8(ascii: "\"")) || value.utf8.contains(UInt8(ascii: "\\"))
      ? nil : "\(identifier) eq \"\(value)\""
  }

  package func usagesPath(id: String) -> String? { path + "/" + PercentEncoding.pathSegment(id) + "/usages" }

  package func hashesSecret(_ step: Step) -> Bool { step.secrets.contains { !step.withheld.contains($0.pointer) } }

  package func generatedSecrets(in answer: JSONValue) -> [JSONPointer] { [] }

  /// A PUT with a password is refused (USR-1028): an existing user's credentials go to their own endpoint.
  package func requests(for step: Step, id: String?) -> [ResourceRequest] {
    var main = mainRequest(for: step, id: id)
    guard step.action == .update, let id else { return [main] }
    main.secrets = step.secrets.filter { step.withheld.contains($0.pointer) }
    let credentials = step.secrets.filter { !step.withheld.contains($0.pointer) }.map { field in
      SecretField(
        pointer: JSONPointer(["credentials"] + field.pointer.tokens.suffix(1)), secret: field.secret,
        location: field.location)
    }
    guard !credentials.isEmpty else { return [main] }
    var update = ResourceRequest(
      method: "POST", path: path + "/" + PercentEncoding.pathSegment(id) + "/update-credentials",
      body: ["credentials": [:]], secrets: credentials)
    update.writesRecord = false
    return step.changes.isEmpty ? [update] : [main, update]
  }

  package let rules: [FieldRule] =
    [
      CommonRules.id,
      FieldRule("type", .text, [.required], doc: "The user type."),
      FieldRule("attributes", .map(.free), doc: "What is known of the person, by the schema of the type."),
      FieldRule(
        "credentials", .map(.text), [.writeOnly, .manifestOnly],
        doc: "Passwords and the like; sent at creation and on --rotate only."),
      FieldRule(
        "identifiedBy", .text, [.manifestOnly], doc: "The unique attribute that identifies the user on the server."),
    ] + CommonRules.organizationUnit + CommonRules.readOnly
}
