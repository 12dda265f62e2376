import ThunderID

@testable import ThunderIDPlan

struct NoSuchFile: Error, CustomStringConvertible { var description: String { "there is none" } }

/// What manifests declare; files are `NAME: text`, and `${file:}` reads from `files`.
func parsed(
  _ sources: [(name: String, text: String)], variables: [String: String] = [:], files: [String: String] = [:]
) throws -> Manifest {
  try ManifestParser.parse(
    sources: sources.map { ManifestSource(name: $0.name, bytes: Array($0.text.utf8)) },
    variables: Variables(given: variables)
  ) { _, path in
    guard let text = files[path] else { throw NoSuchFile() }
    return Array(text.utf8)
  }
}

func parsed(_ text: String, variables: [String: String] = [:], files: [String: String] = [:]) throws -> Manifest {
  try parsed([("m.yaml", text)], variables: variables, files: files)
}

/// All that is wrong.
func diagnostics(_ work: () throws -> Manifest) -> [Diagnostic] {
  do {
    _ = try work()
    return []
  } catch let errors as ManifestErrors {
    return errors.diagnostics
  } catch {
    return [Diagnostic(code: "\(error)", location: nil, message: "")]
  }
}

/// All that is wrong, as `line:column code`.
func complaints(
  _ text: String, variables: [String: String] = [:], files: [String: String] = [:]
) -> [String] {
  diagnostics { try parsed(text, variables: variables, files: files) }.map {
    "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)"
  }
}

/// A resource in a few words, for whole comparisons: address, fields, references, secrets.
func outline(_ resource: DesiredResource) -> [String] {
  let references = resource.references.map { reference in
    switch reference.target {
    case .organizationUnit(let path): "\(reference.pointer) -> unit \(path)"
    case .resource(let address): "\(reference.pointer) -> \(address)"
    case .flow(let handle, let type): "\(reference.pointer) -> \(type) flow \(handle)"
    }
  }
  let secrets = resource.secrets.map { "\($0.pointer) = \($0.secret.reveal())" }
  return [resource.address.description, resource.fields.json.text()] + references + secrets
}

func outline(_ manifest: Manifest) -> [[String]] { manifest.resources.map { outline($0) } }

/// A tree as JSON; plain scalars are told from quoted ones.
func tree(_ node: YAMLNode) -> JSONValue {
  switch node.content {
  case .scalar(let text, let isPlain): .string(isPlain ? text : "\"\(text)\"")
  case .sequence(let elements): .array(elements.map(tree))
  case .mapping(let pairs): .object(JSONObject(pairs.map { ($0.key, tree($0.value)) }))
  }
}

/// The documents as JSON texts, or `line:column code` of the fault.
func yaml(_ bytes: [UInt8]) -> [String] {
  do {
    return try YAMLParser.documents(bytes).map { tree($0).text() }
  } catch let error as YAMLError {
    return ["\(error.mark.line):\(error.mark.column) \(error.code)"]
  } catch {
    return ["\(error)"]
  }
}

func yaml(_ text: String) -> [String] { yaml(Array(text.utf8)) }
