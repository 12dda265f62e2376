import Foundation

/// Reads manifests from files, folders and standard input.
package enum ManifestLoader {
  /// A larger file is refused: nobody writes it, and it is read into memory.
  package static let sizeLimit = 256 << 20
  package static let standardInputName = "<stdin>"

  /// What these paths declare together.
  ///
  /// - Parameters:
  ///   - paths: files, folders (all `*.yaml` and `*.yml` in them, sorted), `-` for standard input.
  ///   - standardInput: reads it to its end.
  /// - Throws: `ManifestErrors`.
  package static func load(
    paths: [String], variables: Variables, standardInput: () throws -> [UInt8]
  ) throws -> Manifest {
    var sources: [ManifestSource] = []
    var faults: [Diagnostic] = []
    var seen: Set<String> = []
    for path in paths {
      do {
        // A file that is named twice, or is in a folder that is named too, is read once.
        for file in try ManifestFiles.expand(path)
        where seen.insert(URL(fileURLWithPath: file).resolvingSymlinksInPath().path).inserted {
          let bytes = file == "-" ? try standardInput() : try ManifestFiles.read(file)
          sources.append(ManifestSource(name: file == "-" ? standardInputName : file, bytes: bytes))
        }
      } catch let fault as ManifestFiles.Fault {
        faults.append(
          Diagnostic(
            code: "file", location: SourceLocation(file: path, line: 1, column: 1), message: fault.message,
            hint: fault.hint))
      } catch {
        faults.append(
          Diagnostic(code: "file", location: nil, message: "\(path) can't be read: \(error.localizedDescription)"))
      }
    }
    do {
      let manifest = try parse(sources, variables)
      guard faults.isEmpty else { throw ManifestErrors(faults) }
      return manifest
    } catch let errors as ManifestErrors where !faults.isEmpty && errors.diagnostics != faults {
      throw ManifestErrors(faults + errors.diagnostics)
    }
  }

  private static func parse(_ sources: [ManifestSource], _ variables: Variables) throws -> Manifest {
    try ManifestParser.parse(sources: sources, variables: variables) { manifest, path in
      let base = manifest == standardInputName ? "." : FilePath.folder(of: manifest)
      let full = path.hasPrefix("/") || base.isEmpty ? path : base + "/" + path
      return try ManifestFiles.read(full)
    }
  }
}
