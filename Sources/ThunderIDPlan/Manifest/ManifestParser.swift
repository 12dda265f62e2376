import ThunderID

/// One file of manifests.
package struct ManifestSource: Sendable {
  /// The name as the user gave it.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Reads manifests: text in, desired resources out, or everything that is wrong with them. Pure but for `readFile`.
package enum ManifestParser {
  /// What these files declare together.
  ///
  /// - Parameter readFile: the bytes of `${file:PATH}`; gets the manifest's name and the path as written.
  /// - Throws: `ManifestErrors` with every fault of every file.
  package static func parse(
    sources: [ManifestSource], variables: Variables,
    readFile: @escaping @Sendable (_ manifest: String, _ path: String) throws -> [UInt8]
  ) throws -> Manifest {
    var manifest = Manifest(resources: [])
    var diagnostics: [Diagnostic] = []
    var digestText: [UInt8] = []
    var servers: [(address: String, location: SourceLocation)] = []
    // An empty text is what a program that failed leaves: it must not pass for a server in order.
    var isNothing = true
    for source in sources {
      manifest.sources.files[source.name] = source.bytes
      digestText += Array("\(source.name)\n\(source.bytes.count)\n".utf8) + source.bytes
    }
    manifest.digest = Digest.sha256(digestText)
    for source in sources {
      let context = ReadingContext(file: source.name, variables: variables) { try readFile(source.name, $0) }
      let yaml = YAMLParser.read(source.bytes)
      for fault in yaml.faults { context.report(fault) }
      var reader = FileReader(context: context)
      reader.read(yaml.documents)
      if yaml.documents.contains(where: { $0.pairs?.isEmpty == false }) { isNothing = false }
      manifest.resources += reader.resources
      manifest.prune += reader.prune
      servers += reader.servers
      diagnostics += context.diagnostics
    }
    diagnostics += repeated(manifest)
    if isNothing, diagnostics.isEmpty, let first = sources.first {
      diagnostics.append(
        Diagnostic(
          code: "nothing-declared", location: SourceLocation(file: first.name, line: 1, column: 1),
          message: "nothing is declared here: \(sources.count == 1 ? "the text is empty" : "all texts are empty")",
          hint: "did what writes it fail? A manifest that wants nothing says so, such as users: []"))
    }
    manifest.server = servers.first?.address
    for server in servers where server.address != manifest.server {
      diagnostics.append(
        Diagnostic(
          code: "two-targets", location: server.location,
          message: "this is for another server than \(servers[0].location)", hint: "plan them one by one"))
    }
    guard diagnostics.isEmpty else {
      let order = Dictionary(sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
      throw ManifestErrors(
        manifest.sources.quoted(in: diagnostics).enumerated().sorted { a, b in
          key(a.element, order, a.offset).lexicographicallyPrecedes(key(b.element, order, b.offset))
        }.map(\.element))
    }
    return manifest
  }

  private static func key(_ diagnostic: Diagnostic, _ order: [String: Int], _ offset: Int) -> [Int] {
    [
      diagnostic.location.flatMap { order[$0.file] } ?? 0, diagnostic.location?.line ?? 0,
      diagnostic.location?.column ?? 0, offset,
    ]
  }

  /// Two resources of one address: each place is named at the other.
  private static func repeated(_ manifest: Manifest) -> [Diagnostic] {
    var first: [Address: SourceLocation] = [:]
    first.reserveCapacity(manifest.resources.count)
    var diagnostics: [Diagnostic] = []
    for resource in manifest.resources {
      guard let earlier = first[resource.address] else {
        first[resource.address] = resource.location
        continue
      }
      for (here, there) in [(earlier, resource.location), (resource.location, earlier)] {
        diagnostics.append(
          Diagnostic(
            code: "one-identity-twice", location: here,
            message: "\(resource.address) is declared twice, also at \(there)", hint: "keep one of them"))
      }
    }
    return diagnostics
  }
}

/// Reads the documents of one file.
struct FileReader {
  let context: ReadingContext
  private(set) var resources: [DesiredResource] = []
  private(set) var prune: [PruneScope] = []
  private(set) var servers: [(address: String, location: SourceLocation)] = []
  private var defaults: [String: YAMLNode] = [:]

  static let apiVersion = "thunderid-apply/v1"
  static var topKeys: [String] {
    ["apiVersion", "defaults", "prune", "target", "resource_type"] + Kinds.all.map(\.name)
  }

  init(context: ReadingContext) { self.context = context }

  private static func table(_ kind: any Kind) -> KindTable {
    KindTable.all.first { $0.kind.name == kind.name } ?? KindTable(kind)
  }

  mutating func read(_ documents: [YAMLNode]) {
    // Defaults hold for the whole file, wherever they stand in it.
    for document in documents {
      for pair in document.pairs ?? [] where pair.key == "defaults" { readDefaults(pair.value) }
    }
    for document in documents {
      guard let pairs = document.pairs else {
        context.report(
          "wrong-type", "a manifest is a mapping, found \(document.word)", at: document.mark,
          hint: "begin with users:, applications: or resource_type:")
        continue
      }
      if let type = pairs.first(where: { $0.key == "resource_type" }) {
        readSingle(document, type)
      } else {
        for pair in pairs { readTop(pair) }
      }
    }
  }

  private mutating func readSingle(_ document: YAMLNode, _ type: YAMLPair) {
    guard let name = type.value.scalar, let kind = Kinds.singular(name) else {
      let known = Kinds.all.map(\.singular)
      context.report(
        "unknown-kind", "unknown resource_type '\(type.value.scalar ?? type.value.word)'", at: type.value.mark,
        hint: type.value.scalar.flatMap { Spelling.nearest(to: $0, in: known) }.map { "did you mean '\($0)'?" }
          ?? "known: \(known.joined(separator: ", "))")
      return
    }
    let skipped: Set<String> = ["resource_type", "apiVersion", "defaults"]
    if let resource = ItemReader(context: context, table: FileReader.table(kind)).read(
      document, defaults: defaults[kind.name], skipping: skipped)
    {
      resources.append(resource)
    }
  }

  private mutating func readTop(_ pair: YAMLPair) {
    switch pair.key {
    case "apiVersion":
      if pair.value.scalar != FileReader.apiVersion {
        context.report(
          "api-version", "this tool reads apiVersion \(FileReader.apiVersion), found '\(pair.value.scalar ?? "")'",
          at: pair.value.mark)
      }
    case "defaults": break
    case "prune": readPrune(pair.value)
    case "target": readTarget(pair.value)
    default:
      guard let kind = Kinds.named(pair.key) else {
        context.reportUnknown(pair, known: FileReader.topKeys)
        return
      }
      if pair.value.isNull { return }
      guard let items = pair.value.elements else {
        context.report(
          "wrong-type", "'\(pair.key)' must be a list, found \(pair.value.word)", at: pair.value.mark,
          hint: "put '- ' before each \(kind.singular)")
        return
      }
      resources += ItemsReader(context: context, table: FileReader.table(kind)).read(
        items, defaults: defaults[kind.name])
    }
  }

  private mutating func readDefaults(_ node: YAMLNode) {
    guard let pairs = node.pairs else {
      context.report("wrong-type", "defaults must be a mapping of kinds, found \(node.word)", at: node.mark)
      return
    }
    for pair in pairs {
      guard Kinds.named(pair.key) != nil else {
        context.reportUnknown(pair, known: Kinds.all.map(\.name))
        continue
      }
      guard pair.value.pairs != nil else {
        context.report(
          "wrong-type", "defaults of \(pair.key) must be a mapping, found \(pair.value.word)", at: pair.value.mark)
        continue
      }
      if let other = defaults.updateValue(pair.value, forKey: pair.key) {
        context.report(
          "duplicate-key", "this file has defaults of \(pair.key) already, in line \(other.mark.line)", at: pair.keyMark
        )
      }
    }
  }

  private mutating func readPrune(_ node: YAMLNode) {
    guard let scopes = node.elements else {
      context.report(
        "wrong-type", "prune must be a list of scopes, found \(node.word)", at: node.mark,
        hint: "prune: [{ kind: users, ou: acme }]")
      return
    }
    for scope in scopes {
      var texts: [String: String] = [:]
      let faultsBefore = context.diagnostics.count
      for pair in scope.pairs ?? [] {
        guard ["kind", "ou", "type"].contains(pair.key) else {
          context.reportUnknown(pair, known: ["kind", "ou", "type"])
          continue
        }
        texts[pair.key] = text(pair)
      }
      // Without its unit or type a scope would be wider than was meant.
      guard context.diagnostics.count == faultsBefore else { continue }
      guard let kind = texts["kind"], Kinds.named(kind) != nil else {
        context.report(
          "prune-kind", "a prune scope needs a kind", at: scope.mark,
          hint: "one of: \(Kinds.all.map(\.name).joined(separator: ", "))")
        continue
      }
      prune.append(PruneScope(kind: kind, ou: texts["ou"], type: texts["type"], location: context.place(scope.mark)))
    }
  }

  /// The text of a key that must have one; nil after a fault, which is reported.
  private func text(_ pair: YAMLPair) -> String? {
    guard let written = pair.value.scalar, !pair.value.isNull else {
      context.report("wrong-type", "'\(pair.key)' must be text, found \(pair.value.word)", at: pair.value.mark)
      return nil
    }
    guard let text = context.expand(written, at: pair.value.mark) else { return nil }
    if text.isEmpty { context.report("wrong-type", "'\(pair.key)' can't be empty", at: pair.value.mark) }
    return text.isEmpty ? nil : text
  }

  private mutating func readTarget(_ node: YAMLNode) {
    for pair in node.pairs ?? [] {
      guard pair.key == "server" else {
        context.reportUnknown(pair, known: ["server"])
        continue
      }
      if let address = text(pair) { servers.append((address, context.place(pair.value.mark))) }
    }
    if node.pairs == nil { context.report("wrong-type", "target must be a mapping, found \(node.word)", at: node.mark) }
  }
}
