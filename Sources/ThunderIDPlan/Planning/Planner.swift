import ThunderID

/// Turns a manifest and a snapshot into a plan. Pure: the same values give the same plan.
package enum Planner {
  /// The plan that makes the server what the manifest declares.
  ///
  /// - Throws: `ManifestErrors` with every fault of the manifest that shows only against the server; `PlanRefused`
  ///   where a guard refuses.
  package static func plan(_ manifest: Manifest, against snapshot: Snapshot, options: PlanOptions) throws -> Plan {
    var work = Planning(manifest: manifest, snapshot: snapshot, options: options)
    work.matchAll()
    try work.stopOnErrors()
    work.resolveAndBuild()
    work.refuseSharedUniqueValues()
    work.diagnostics += NameRivals.faults(work.steps, snapshot)
    try work.stopOnErrors()
    work.addPruned()
    work.noteConsequences()
    let facts = GuardFacts(options: options, snapshot: snapshot, manifest: manifest)
    let unique = UniqueValues(schemas: snapshot.schemas)
    let wanted = work.targeted()
    let (allowed, refusals) = options.isGuarded ? try Guards.sift(wanted, facts: facts) : (wanted, [])
    var plan = Plan(
      steps: try StepOrder.order(Exchange.broken(allowed, unique: unique), unique: unique), unchanged: work.unchanged,
      server: snapshot.server,
      manifestDigest: manifest.digest, refusals: refusals, warnings: manifest.warnings + snapshot.warnings)
    if options.showsUnmanaged { plan.unmanaged = work.unmanaged() }
    return plan
  }

  /// The live resources that the plan would delete, so that the reader can ask what goes with them.
  package static func deletions(_ manifest: Manifest, against snapshot: Snapshot, options: PlanOptions) -> [Step] {
    guard options.prunes || manifest.resources.contains(where: { $0.lifecycle.state == .absent }) else { return [] }
    var work = Planning(manifest: manifest, snapshot: snapshot, options: options)
    work.matchAll()
    work.addPruned()
    for (index, resource) in manifest.resources.enumerated() where resource.lifecycle.state == .absent {
      guard let live = work.live(index), let kind = Kinds.named(resource.address.kind) else { continue }
      work.steps.append(StepBuilder(kind: kind, options: options, schemas: nil).delete(resource, live: live))
    }
    return work.targeted().filter { $0.action == .delete }
  }
}

private struct Planning {
  let manifest: Manifest
  let snapshot: Snapshot
  let options: PlanOptions
  let overview: ManifestOverview
  /// The place of what each resource of the manifest means among the live ones of its kind, by its place in the
  /// manifest; negative where there is none.
  var matches: [Int32]
  /// The place in the manifest of what means each live resource, by its place among those of the kind; negative where
  /// nothing does.
  var claimed: [String: [Int32]] = [:]
  var renamed: Set<Address> = []
  var steps: [Step] = []
  var unchanged = 0
  var diagnostics: [Diagnostic] = []

  init(manifest: Manifest, snapshot: Snapshot, options: PlanOptions) {
    self.manifest = manifest
    self.snapshot = snapshot
    self.options = options
    overview = ManifestOverview(manifest)
    matches = Array(repeating: -1, count: manifest.resources.count)
  }

  mutating func matchAll() {
    for kind in Kinds.all {
      let places = overview.places(of: kind)
      guard !places.isEmpty else { continue }
      let live = snapshot.resources[kind.name] ?? []
      var matcher = Matcher(kind: kind, live: live, desired: places.map { manifest.resources[$0] })
      var owners = [Int32](repeating: -1, count: live.count)
      for index in places {
        let resource = manifest.resources[index]
        guard let place = matcher.match(resource) else { continue }
        let former = owners[place]
        owners[place] = Int32(index)
        matches[index] = Int32(place)
        if former >= 0 {
          let other = manifest.resources[Int(former)]
          // What the base manifest had under another name was renamed, not dropped.
          if resource.isLeftover || other.isLeftover {
            renamed.insert(resource.isLeftover ? resource.address : other.address)
            continue
          }
          diagnostics.append(
            Diagnostic(
              code: "one-resource-twice", location: resource.location,
              message:
                "\(resource.address) and \(other.address) (\(other.location)) mean one live resource, \(live[place].id)",
              hint: "declare it once"))
        }
      }
      claimed[kind.name] = owners
      diagnostics += matcher.diagnostics
    }
  }

  mutating func resolveAndBuild() {
    let standings = standings()
    var resolver = ReferenceResolver(snapshot: snapshot, standings: standings, targets: overview.targets)
    for kind in Kinds.all {
      var builder = StepBuilder(kind: kind, options: options, schemas: snapshot.schemas[kind.name])
      let units = TypeUnitCheck(kind: kind, snapshot: snapshot) { path in
        standings[Address(kind: OrganizationUnitKind().name, identity: path)]?.isCreated ?? false
      }
      for index in overview.places(of: kind) {
        let resource = manifest.resources[index]
        let step = build(resource, live(index), with: &builder, resolver: &resolver)
        if let step {
          if let fault = units.fault(resource, step) { diagnostics.append(fault) }
          steps.append(step)
        } else if options.targets.isEmpty || options.targets.contains(resource.address) {
          unchanged += 1
        }
      }
      diagnostics += builder.diagnostics
    }
    diagnostics += resolver.diagnostics
  }

  /// What the declared resources that references name are on the server.
  private func standings() -> [Address: ReferenceResolver.Standing] {
    var named: Set<Address> = []
    for target in overview.targets {
      switch target {
      case .organizationUnit(let path): named.insert(Address(kind: OrganizationUnitKind().name, identity: path))
      case .resource(let address): named.insert(address)
      case .flow: break
      }
    }
    var standings: [Address: ReferenceResolver.Standing] = [:]
    guard !named.isEmpty else { return standings }
    for index in Set(named.map(\.kind)).flatMap({ overview.places[$0] ?? [] }) {
      let resource = manifest.resources[index]
      guard named.contains(resource.address) else { continue }
      if resource.lifecycle.state == .absent {
        standings[resource.address] = .deleted
      } else {
        standings[resource.address] = match(index).map { .live(id: $0.id) } ?? .created
      }
    }
    return standings
  }

  /// Two resources of the manifest that want one unique value: the server would take the first and refuse the second.
  mutating func refuseSharedUniqueValues() {
    // Nothing is written: what is on the server is as the server wants it.
    guard steps.contains(where: { $0.action != .delete }) else { return }
    for kind in Kinds.all {
      var owners: [String: [ExactString: Int]] = [:]
      var names: [ExactString?: Set<String>] = [:]
      for index in overview.places(of: kind) where manifest.resources[index].lifecycle.state == .present {
        let resource = manifest.resources[index]
        let type = resource.fields["type"]?.text.map(ExactString.init)
        if names[type] == nil {
          names[type] = UniqueValues.known(kind, schema: type.flatMap { snapshot.schemas[kind.name]?[$0] })
        }
        for name in names[type] ?? [] {
          guard let value = resource.fields.identity(name, kind).map(ExactString.init),
            let former = owners[name, default: [:]].updateValue(index, forKey: value)
          else { continue }
          let other = manifest.resources[former]
          diagnostics.append(
            Diagnostic(
              code: "unique-value-twice", location: resource.location,
              message: "\(resource.address) and \(other.address) (\(other.location)) both want \(name) '\(value.text)'",
              hint: "the server wants it unique: give one of them another"))
        }
      }
    }
  }

  private func build(
    _ resource: DesiredResource, _ live: LiveResource?, with builder: inout StepBuilder,
    resolver: inout ReferenceResolver
  ) -> Step? {
    if resource.lifecycle.state == .absent { return live.map { builder.delete(resource, live: $0) } }
    if let live, builder.isPlainly(resource, as: live.record), resolver.isHeld(resource.references, by: live.record) {
      return nil
    }
    let (fields, pending) = resolver.resolve(resource.references, into: resource.fields.json)
    if let live { return builder.update(resource, live: live, fields: fields, pending: pending) }
    return builder.create(resource, fields: fields, pending: pending)
  }

  /// The live resource that the declared one at that place means and may act on.
  func live(_ index: Int) -> LiveResource? {
    guard renamed.isEmpty || !renamed.contains(manifest.resources[index].address) else { return nil }
    return match(index)
  }

  /// What the declared resource at that place means on the server.
  private func match(_ index: Int) -> LiveResource? {
    guard matches[index] >= 0 else { return nil }
    return snapshot.resources[manifest.resources[index].address.kind]?[Int(matches[index])]
  }

  /// Whether a declared resource means the live one at that place.
  private func isClaimed(_ kind: any Kind, _ place: Int) -> Bool { claimed[kind.name].map { $0[place] >= 0 } ?? false }

  /// Deletes for what lives in a prune scope and is not declared.
  mutating func addPruned() {
    guard options.prunes else { return }
    for kind in Kinds.all {
      let builder = StepBuilder(kind: kind, options: options, schemas: nil)
      for live in snapshot.unmanaged(kind, scopes: manifest.prune, isClaimed: { isClaimed(kind, $0) }) {
        steps.append(builder.prune(live.resource, scope: live.scope))
      }
    }
  }

  /// Says at each delete what goes with it.
  mutating func noteConsequences() {
    for index in steps.indices where steps[index].action == .delete {
      guard let consequence = steps[index].liveID.flatMap({ snapshot.consequences[$0] }) else { continue }
      steps[index].notes.append(consequence.summary)
    }
  }

  /// Live resources that nothing declares, of the kinds whose list shows all there is.
  func unmanaged() -> [Address] {
    Kinds.all.flatMap { kind -> [Address] in
      guard kind.lookUpPath(identity: "x") == nil else { return [] }
      return (snapshot.resources[kind.name] ?? []).enumerated().filter { !isClaimed(kind, $0.offset) }.map { resource in
        let resource = resource.element
        return Address(kind: kind.name, identity: kind.identity(of: resource.record) ?? resource.id)
      }.sorted()
    }
  }

  func stopOnErrors() throws {
    guard !diagnostics.isEmpty else { return }
    throw ManifestErrors(
      manifest.sources.quoted(in: diagnostics).enumerated().sorted { a, b in
        guard let x = a.element.location, let y = b.element.location, x != y else { return a.offset < b.offset }
        return x < y
      }.map(\.element))
  }

  /// The steps of the targets and of what these refer to; all without targets.
  func targeted() -> [Step] {
    guard !options.targets.isEmpty else { return steps }
    let byAddress = Dictionary(steps.map { ($0.address, $0) }, uniquingKeysWith: { a, _ in a })
    var wanted: Set<Address> = []
    var open = options.targets
    while let address = open.popLast() {
      guard wanted.insert(address).inserted, let step = byAddress[address] else { continue }
      open += step.pending.map(\.target)
    }
    return steps.filter { wanted.contains($0.address) }
  }
}
