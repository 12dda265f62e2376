import Testing
import ThunderID

@testable import ThunderIDPlan

@Suite("Scalars without quotes")
struct PlainScalarTests {
  @Test("JSON's spellings mean what JSON says", arguments: ["", "~", "null"])
  func nulls(text: String) { #expect(PlainScalar(text) == .null) }

  @Test("truth is spelt true and false")
  func booleans() { #expect([PlainScalar("true"), PlainScalar("false")] == [.bool(true), .bool(false)]) }

  @Test(
    "JSON's numbers are numbers, and no digit of theirs is lost",
    arguments: [
      "0", "-0", "7", "-7", "1.10", "1.0", "-1.5", "9007199254740993", "18446744073709551616",
      "0.1000000000000000055511151231257827",
    ])
  func numbers(text: String) {
    guard case .number(let number) = PlainScalar(text) else {
      Issue.record("\(text) is \(PlainScalar(text))")
      return
    }
    #expect(number.text == text)
  }

  @Test(
    "what some reader would change is ambiguous",
    arguments: [
      "NO", "no", "No", "on", "On", "off", "y", "Y", "n", "yes", "True", "TRUE", "FALSE", "Null", "NULL", "=",
      "0123", "08989", "0o17", "0x1F", "0b101", "-0x1f", "01443e5", "0e1234", "1e3", "1E3", "1.5e-3", "1_000", "12:30",
      "12:30:45", "22:22", "2024-01-01", "2024-1-1", "2024-01-01T10:00:00Z", "2024-01-01 10:00:00", ".inf", "-.inf",
      "+.INF", ".nan", ".NaN", "+47123", "+1", ".5", "5.", "1_0.5", "00",
    ])
  func ambiguous(text: String) { #expect(PlainScalar(text) == .ambiguous) }

  @Test(
    "what no reader changes is text",
    arguments: [
      "jane", "1.2.3", "555-1234", "555-12-34", "10.0.0.1", "192.168.0.0/16", "2001:db8::1", "::1", "+47 123",
      "123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000", "0x", "0xZZ", ".", "..", "-",
      "--", "-a", "1a", "1 2", "12:30pm", "2024-01-01-backup", "v1", "nope", "yesno", "truth", "~a", "1,000",
      "https://a.example", "٣", "é",
    ])
  func texts(text: String) { #expect(PlainScalar(text) == .text) }

  /// What the field of an application makes of a scalar: its JSON, or the code of the fault.
  private func field(_ field: String, _ scalar: String) -> String {
    let text = "applications:\n  - name: A\n    type: m2m\n    \(field.replacing("@", with: scalar))\n"
    do {
      let json = try parsed(text).resources[0].fields.json
      return
        (json["description"] ?? json["isRegistrationFlowEnabled"] ?? json["assertion"]?["validityPeriod"]
        ?? json["metadata"]?["a"])?.text() ?? "-"
    } catch let errors as ManifestErrors {
      return errors.diagnostics.map { "\($0.code) \($0.hint ?? "")" }.joined(separator: ",")
    } catch { return "\(error)" }
  }

  @Test("a field of text takes every scalar as written, and null clears it")
  func textField() {
    for scalar in [
      "no", "0123", "1_000", "12:30", "2024-01-01", "0x1F", ".inf", "1e3", "01443e5", "0e1234", "1.10", "true",
      "18446744073709551616",
    ] {
      #expect(field("description: @", scalar) == "\"\(scalar)\"")
    }
    #expect(["", "~", "null"].map { field("description: @", $0) } == ["null", "null", "null"])
    #expect(["''", "'~'", "\"null\""].map { field("description: @", $0) } == [#""""#, #""~""#, #""null""#])
  }

  @Test("a field of whole numbers takes whole numbers without quotes")
  func integerField() {
    #expect(
      ["0", "-7", "1.0", "300"].map { field("assertion: { validityPeriod: @ }", $0) } == ["0", "-7", "1.0", "300"])
    for scalar in ["1.5", "0123", "1e3", "1_000", "yes", "a", "18446744073709551616", "12:30", "0x1F"] {
      #expect(field("assertion: { validityPeriod: @ }", scalar) == "wrong-type ")
    }
    #expect(field("assertion: { validityPeriod: @ }", "'300'") == "wrong-type write it without quotes")
  }

  @Test("a field of truth takes true and false without quotes")
  func booleanField() {
    #expect(["true", "false"].map { field("isRegistrationFlowEnabled: @", $0) } == ["true", "false"])
    for scalar in ["yes", "no", "on", "True", "1", "y"] {
      #expect(field("isRegistrationFlowEnabled: @", scalar) == "wrong-type ")
    }
    #expect(field("isRegistrationFlowEnabled: @", "\"true\"") == "wrong-type write it without quotes")
  }

  @Test("a free field takes what JSON spells, and asks for quotes around what readers disagree on")
  func freeField() {
    #expect(
      ["1.10", "true", "~", "18446744073709551616", "1.2.3", "'0123'"].map { field("metadata: { a: @ }", $0) }
        == ["1.10", "true", "null", "18446744073709551616", #""1.2.3""#, #""0123""#])
    for scalar in ["no", "0123", "1_000", "12:30", "2024-01-01", "0x1F", ".inf", "1e3", "0e1234", "+47123"] {
      #expect(field("metadata: { a: @ }", scalar) == "ambiguous-scalar write \"\(scalar)\" if text is meant")
    }
  }

  @Test("an attribute keeps an ambiguous scalar as written until the live schema decides")
  func attribute() throws {
    let resource = try parsed("users: [{ type: P, attributes: { username: 0123, n: 7, on: no } }]").resources[0]
    #expect(outline(resource) == ["users/0123", #"{"type":"P","attributes":{"username":"0123","n":7,"on":"no"}}"#])
    #expect(
      resource.fields["attributes"]?.members?.map { member in
        if case .ambiguous = member.value.content { true } else { false }
      } == [true, false, true])
  }
}
