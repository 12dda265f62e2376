/// What manifests declare, for whoever completes a command line: of every file as much as can be read, and no word of
/// what is wrong. Nothing else is read, no `${file:PATH}` either.
package enum ManifestAddresses {
  /// A larger file would keep somebody waiting who only pressed a key.
  package static let sizeLimit = 16 << 20

  /// The addresses of a file or folder, in the order of the files.
  package static func read(
    _ path: String, variables: Variables
  ) -> [(address: Address, location: SourceLocation)] {
    ((try? ManifestFiles.expand(path)) ?? []).flatMap { file -> [(address: Address, location: SourceLocation)] in
      guard let bytes = try? ManifestFiles.read(file), bytes.count <= sizeLimit else { return [] }
      let context = ReadingContext(file: file, variables: variables) { _ in [] }
      var reader = FileReader(context: context)
      reader.read(YAMLParser.read(bytes).documents)
      return reader.resources.map { ($0.address, $0.location) }
    }
  }
}
