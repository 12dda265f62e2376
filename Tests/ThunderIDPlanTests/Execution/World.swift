@testable import ThunderIDPlan

/// Random manifests, and what leads from one to the next.
enum World {
  /// A random world: users, applications and agents, some with owners.
  static func random(_ random: inout SeededGenerator) -> [DesiredResource] {
    var resources: [DesiredResource] = []
    let names = ["a", "b", "c", "d", "e"]
    for name in names where Bool.random(using: &random) {
      resources.append(person(name, [("given_name", .string(names.randomElement(using: &random) ?? ""))]))
    }
    let owners = resources.map(\.address.identity)
    for name in ["x", "y", "z"] where Bool.random(using: &random) {
      resources.append(application(name, [("description", .string(names.randomElement(using: &random) ?? ""))]))
    }
    for name in ["m", "n"] where Bool.random(using: &random) {
      resources.append(
        agent(name, owner: owners.randomElement(using: &random), description: names.randomElement(using: &random)))
    }
    return resources
  }

  /// What `new` wants of a server that holds `old`: what is not in it any more is absent.
  static func transition(from old: [DesiredResource], to new: [DesiredResource]) -> [DesiredResource] {
    Manifest(resources: new).removing(leftoversOf: Manifest(resources: old)).resources
  }
}
