import Testing
import ThunderID

@Suite("JSON: numbers")
struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text), "\(text)") }

  @Test(
    "numbers of one value are equivalent however they are spelt",
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "0.1e1", "1E+0", "100e-2", "1.00000000000000000000000000000"],
      ["0", "-0", "0.0", "-0.0", "0e400", "0E-9"],
      ["1e400", "10e399", "1000e397", "0.1e401"],
      ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
      ["-1.5", "-15e-1", "-150E-2"],
      ["1e-400", "0.1e-399"],
    ])
  func equivalence(spellings: [String]) throws {
    for a in spellings {
      for b in spellings {
        #expect(try number(a).isEquivalent(to: number(b)), "\(a) \(b)")
        #expect(try number(a).canonical == number(b).canonical)
        #expect(JSONValue.number(try number(a)).isEquivalent(to: .number(try number(b))))
      }
    }
  }

  @Test(
    "numbers of different values are not, however close",
    arguments: [
      ("9007199254740992", "9007199254740993"), ("1e400", "1e401"), ("1", "-1"), ("0.1", "0.10000000000000001"),
      ("1e400", "-1e400"), ("1", "10"), ("1e99999999999999999999", "0"),
      ("1e99999999999999999999", "1e99999999999999999998"),
      ("1e9223372036854775807", "1e-9223372036854775807"),
    ])
  func difference(a: String, b: String) throws {
    #expect(try !number(a).isEquivalent(to: number(b)))
    #expect(try !number(b).isEquivalent(to: number(a)))
    #expect(try number(a).canonical != number(b).canonical)
  }

  @Test(
    "integers are read where the value is one and fits",
    arguments: [
      ("1", 1), ("-1", -1), ("1.0", 1), ("1e2", 100), ("120e-1", 12), ("-0.0", 0), ("0", 0),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775807.0", Int.max),
      ("1e18", 1_000_000_000_000_000_000), ("0e99", 0), ("0e999999999999999999999", 0),
    ])
  func integers(text: String, value: Int) throws { #expect(try number(text).int == value) }

  @Test(
    "other numbers give no integer and don't trap",
    arguments: [
      "1.5", "9223372036854775808", "1e19", "1e400", "1e-1", "0.1", "1e9223372036854775807", "1e-9223372036854775808",
      "1e99999999999999999999", "1e-99999999999999999999", "0.00000000000000000000000000001",
      "1.0e9223372036854775807", "0.1e-9223372036854775808",
    ])
  func noIntegers(text: String) throws {
    let number = try number(text)
    #expect(number.int == nil)
    #expect(number.isEquivalent(to: number))
    #expect(number.text == text)
  }

  @Test(
    "only JSON's spelling is a number", arguments: ["", "01", ".5", "+1", "NaN", "1.", "1e", "- 1", "1 ", "0x1", "١"])
  func spelling(text: String) { #expect(JSONNumber(text) == nil) }

  @Test("a double is rounded and infinite past its range")
  func doubles() throws {
    #expect(try number("0.1").double == 0.1)
    #expect(try number("1e400").double == .infinity)
    #expect(try number("-1e400").double == -.infinity)
  }

  @Test("equality by bytes tells 1 from 1.0, equivalence tells neither order of keys")
  func equality() throws {
    let a = try JSONValue(parsing: #"{"a":1,"b":[1.0]}"#)
    let b = try JSONValue(parsing: #"{"b":[1],"a":1.0}"#)
    #expect(a != b)
    #expect(a.isEquivalent(to: b))
    #expect(try !a.isEquivalent(to: JSONValue(parsing: #"{"a":1}"#)))
    #expect(try !JSONValue(parsing: "[1,2]").isEquivalent(to: JSONValue(parsing: "[2,1]")))
    #expect(!JSONValue.string("1").isEquivalent(to: 1))
  }
}
