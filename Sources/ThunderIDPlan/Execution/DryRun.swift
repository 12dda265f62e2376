import ThunderID

/// The requests that a plan would send, secrets masked.
package enum DryRun {
  /// One text for each request: method, path and body.
  package static func requests(of plan: Plan) -> [String] {
    plan.steps.flatMap { step -> [String] in
      guard let kind = Kinds.named(step.address.kind) else { return [] }
      return kind.requests(for: step, id: step.liveID).map { request in
        var body = request.body
        for field in request.secrets { body = body?.setting(.string(Secret.mask), at: field.pointer) }
        if request.writesRecord {
          // The executor fills in what the server has there.
          for pointer in step.withheld { body = body?.setting(.string(Secret.mask), at: pointer) }
          for reference in step.pending {
            body = body?.setting(.string("(id of \(reference.target))"), at: reference.pointer)
          }
        }
        let head = "\(request.method) \(request.path)  # \(VisibleText.escaped(step.address.description))"
        return body.map { head + "\n" + visible($0) } ?? head
      }
    }
  }

  private static func visible(_ body: JSONValue) -> String {
    body.text(.pretty).split(separator: "\n").map { VisibleText.escaped(String($0)) }.joined(separator: "\n")
  }
}
