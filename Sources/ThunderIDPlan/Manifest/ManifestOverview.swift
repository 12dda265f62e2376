/// What is asked of a manifest again and again, found in one pass.
struct ManifestOverview {
  /// The places of the resources of each kind.
  private(set) var places: [String: [Int]] = [:]
  /// What the references name, each once, in the order of the manifest.
  private(set) var targets: [Reference.Target] = []

  init(_ manifest: Manifest) {
    var known: Set<Reference.Target> = []
    // Neighbours are mostly of one kind and name one thing.
    var (kind, ofKind): (String, [Int]) = ("", [])
    var last: Reference.Target?
    for (place, resource) in manifest.resources.enumerated() {
      let own = resource.address.kind
      if !own.hasSameBytes(as: kind) {
        if !ofKind.isEmpty { places[kind] = ofKind }
        (kind, ofKind) = (own, places[own] ?? [])
      }
      ofKind.append(place)
      for reference in resource.references where last != reference.target {
        last = reference.target
        if known.insert(reference.target).inserted { targets.append(reference.target) }
      }
    }
    if !ofKind.isEmpty { places[kind] = ofKind }
  }

  func places(of kind: any Kind) -> [Int] { places[kind.name] ?? [] }
}
