import Foundation
import ThunderIDPlan

/// Fills in the secrets of steps that were saved without them.
struct SecretSource {
  let digest: String
  let paths: [String]
  let invocation: Invocation

  /// - Throws: `FileError` where a secret can't be had any more; `ManifestErrors`.
  func resolve(_ steps: [Step]) throws -> [Step] {
    let variables = try invocation.variables()
    var manifest: Manifest?
    return try steps.map { step in
      var step = step
      step.secrets = try step.secrets.map { field in
        var field = field
        switch field.secret.origin {
        case .generated: field.secret = .generated()
        case .template(let text, let place): field.secret = try expanded(text, place, variables)
        case .literal:
          if manifest == nil { manifest = try sameManifest() }
          field.secret = try literal(field, step.address, manifest)
        }
        return field
      }
      return step
    }
  }

  private func expanded(_ text: String, _ place: SourceLocation, _ variables: Variables) throws -> Secret {
    do {
      let value = try Template.expand(text, variables: variables) { path in
        let base = FilePath.folder(of: place.file)
        return try ManifestFiles.read(path.hasPrefix("/") || base.isEmpty ? path : base + "/" + path)
      }
      return Secret(value, origin: .template(text, at: place))
    } catch let fault as Template.Fault {
      throw ManifestErrors([Diagnostic(code: fault.code, location: place, message: fault.message, hint: fault.hint)])
    }
  }

  private func sameManifest() throws -> Manifest {
    let manifest = try ManifestLoader.load(paths: paths, variables: invocation.variables()) {
      throw FileError("the plan was made from standard input and a secret stands in it: use a variable for the secret")
    }
    guard manifest.digest == digest else {
      throw FileError("the manifest changed since the plan was made, and a secret stands in it: make the plan anew")
    }
    return manifest
  }

  private func literal(_ field: SecretField, _ address: Address, _ manifest: Manifest?) throws -> Secret {
    guard let resource = manifest?.resources.first(where: { $0.address == address }),
      let secret = resource.secrets.first(where: { $0.location == field.location })?.secret
        ?? sensitive(resource, field)
    else { throw FileError("a secret of \(address) is not in the manifest any more: make the plan anew") }
    return secret
  }

  private func sensitive(_ resource: DesiredResource, _ field: SecretField) -> Secret? {
    for pointer in resource.fields.sensitivePointers() where resource.fields.location(at: pointer) == field.location {
      guard let value = resource.fields.json[pointer] else { continue }
      return Secret(
        value.stringValue ?? value.text(), origin: field.secret.origin, isJSON: value.stringValue == nil)
    }
    return nil
  }
}
