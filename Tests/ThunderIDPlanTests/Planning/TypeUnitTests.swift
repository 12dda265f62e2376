import Testing
import ThunderID

@testable import ThunderIDPlan

/// The server refuses a user outside of the unit of its type (recorded: 400 USR-1023), so a plan must not promise one.
@Suite("A user is in the unit of its type")
struct TypeUnitTests {
  private func user(in path: String, type: JSONValue = "Person", line: Int = 1) -> DesiredResource {
    declared(
      "users", ["type": type, "attributes": ["username": "jane"]], line: line,
      references: [
        Reference(
          pointer: pointer("/ouId"), target: .organizationUnit(path: path),
          location: SourceLocation(file: "m.yaml", line: line + 1, column: 9))
      ])
  }

  private func unit(_ path: String) -> DesiredResource {
    var resource = declared("organizationUnits", ["path": .string(path), "name": .string(path)])
    OrganizationUnitKind().expand(&resource)
    return resource
  }

  /// Person belongs to `company`, Guest says nothing of a unit.
  private func server(_ snapshot: inout Snapshot) {
    snapshot.organizationUnits = [
      ExactString("company"): "o1", ExactString("company/sales"): "o2", ExactString("partners"): "o3",
    ]
    snapshot.schemas["users"] = [
      ExactString("Person"): TypeSchema(
        name: "Person", json: ["ouId": "o1", "schema": ["username": ["type": "string"]]]),
      ExactString("Guest"): TypeSchema(name: "Guest", json: ["schema": ["username": ["type": "string"]]]),
    ]
  }

  @Test(
    "the type's own unit and those below it are fine, made by the plan or not",
    arguments: [
      "company", "company/sales", "company/sales/new", "company/new",
    ])
  func within(path: String) throws {
    let made = path.hasSuffix("new") ? [unit(path)] : []
    #expect(faults { try planned(made + [user(in: path)], snapshot: server) } == [])
  }

  @Test("another unit is refused at its place, made by the plan or not", arguments: ["partners", "new", "new/deeper"])
  func outside(path: String) throws {
    let made = path == "new/deeper" ? [unit("new"), unit(path)] : path == "new" ? [unit(path)] : []
    #expect(faults { try planned(made + [user(in: path, line: 4)], snapshot: server) } == ["5 unit-of-type"])
    #expect(faults { try planned(made + [user(in: path, type: "Guest")], snapshot: server) } == [])
  }

  @Test("a move out of it is refused, and what lives elsewhere already is left alone")
  func moves() throws {
    let record: JSONValue = ["type": "Person", "ouId": "o1", "attributes": ["username": "jane"]]
    let inside = ["users": [live("u1", record)]]
    let elsewhere = ["users": [live("u1", record.setting("o3", at: pointer("/ouId")))]]
    #expect(faults { try planned([user(in: "partners")], against: inside, snapshot: server) } == ["2 unit-of-type"])
    #expect(faults { try planned([user(in: "company/sales")], against: inside, snapshot: server) } == [])
    #expect(faults { try planned([user(in: "partners")], against: elsewhere, snapshot: server) } == [])
  }

  @Test("the error names the unit of the type")
  func words() throws {
    let error = #expect(throws: ManifestErrors.self) { try planned([user(in: "partners")], snapshot: server) }
    #expect(
      error?.diagnostics.first?.message
        == "users/jane can't be in 'partners': user type 'Person' belongs to the organization unit 'company'")
  }
}
