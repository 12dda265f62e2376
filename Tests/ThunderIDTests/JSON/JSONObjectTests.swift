import Testing
import ThunderID

@Suite("JSON: objects and pointers")
struct JSONObjectTests {
  @Test("a member keeps its place when set, goes when nil, and a new one comes last")
  func editing() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = "x"
    object["a"] = nil
    object["d"] = 4
    object["none"] = nil
    #expect(JSONValue.object(object).text() == #"{"b":"x","c":3,"d":4}"#)
    #expect(object.keys == ["b", "c", "d"])
    #expect(object.count == 3 && !object.isEmpty && JSONObject().isEmpty)
  }

  @Test("a later member of a literal replaces an earlier one")
  func literals() {
    let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(JSONValue.object(object).text() == #"{"a":3,"b":2}"#)
  }

  @Test("equal objects hash alike and order counts")
  func hashing() {
    let a: JSONValue = ["x": 1, "y": [true, .null]]
    let b: JSONValue = ["x": 1, "y": [true, .null]]
    let c: JSONValue = ["y": [true, .null], "x": 1]
    #expect(Set([a, b]).count == 1)
    #expect(Set([a, c]).count == 2)
    #expect(Set([JSONValue.string("\u{E9}"), .string("e\u{301}")]).count == 2)
  }

  @Test("sorted keys stand in the order of their bytes")
  func sorting() {
    let value: JSONValue = ["b": 1, "a": 2, "B": 3, "é": 4, "aa": 5]
    #expect(value.text(.sortedKeys) == #"{"B":3,"a":2,"aa":5,"b":1,"é":4}"#)
  }

  @Test(
    "the examples of RFC 6901 point where they should",
    arguments: [
      ("", 0), ("/foo/0", 1), ("/", 2), ("/a~1b", 3), ("/c%d", 4), ("/e^f", 5), ("/g|h", 6), ("/i\\j", 7), ("/k\"l", 8),
      ("/ ", 9), ("/m~0n", 10),
    ])
  func pointers(text: String, index: Int) throws {
    let document: JSONValue = [
      "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]
    let expected: [JSONValue] = [document, "bar", 0, 1, 2, 3, 4, 5, 6, 7, 8]
    let pointer = try #require(JSONPointer(text))
    #expect(document[pointer] == expected[index])
    #expect(pointer.description == text)
  }

  @Test("what is no pointer is none, and a pointer to nothing gives nothing", arguments: ["a", "/~", "/~2", "/a~"])
  func badPointers(text: String) { #expect(JSONPointer(text) == nil) }

  @Test("setting by pointer makes objects on the way, replaces in arrays and removes")
  func setting() throws {
    let value: JSONValue = ["list": [["a": 1], 2]]
    func set(_ new: JSONValue?, _ text: String) throws -> String {
      value.setting(new, at: try #require(JSONPointer(text))).text()
    }
    #expect(try set(9, "/list/0/a") == #"{"list":[{"a":9},2]}"#)
    #expect(try set(nil, "/list/1") == #"{"list":[{"a":1}]}"#)
    #expect(try set("x", "/new/deep") == #"{"list":[{"a":1},2],"new":{"deep":"x"}}"#)
    #expect(try set(nil, "/none/deep") == value.text())
    #expect(try set(true, "") == "true")
    #expect(value[JSONPointer(["list", "7"])] == nil)
    #expect(value[JSONPointer(["list", "0", "a", "b"])] == nil)
  }

  @Test("a pointer lies within itself and what it is below of, and within nothing else")
  func within() throws {
    let pointer = JSONPointer(["a", "b"])
    #expect(pointer.isWithin(pointer) && pointer.isWithin(JSONPointer(["a"])) && pointer.isWithin(JSONPointer()))
    #expect(!JSONPointer(["a"]).isWithin(pointer) && !JSONPointer(["ab"]).isWithin(JSONPointer(["a"])))
    #expect(pointer.appending("c/d").description == "/a/b/c~1d")
  }

  @Test("combining marks neither melt with a slash nor make two keys one")
  func combining() throws {
    let mark = "\u{301}"
    let value: JSONValue = .object(JSONObject([(mark + "x", 1), ("~" + mark, 2), ("e" + mark, 3), ("\u{E9}", 4)]))
    for (index, key) in [mark + "x", "~" + mark, "e" + mark, "\u{E9}"].enumerated() {
      let pointer = JSONPointer([key])
      #expect(value[pointer] == .number(JSONNumber(index + 1)))
      #expect(JSONPointer(pointer.description) == pointer)
    }
    #expect(JSONPointer(["e" + mark]) != JSONPointer(["\u{E9}"]))
    #expect(Set([JSONPointer(["e" + mark]), JSONPointer(["\u{E9}"])]).count == 2)
    #expect(!JSONPointer(["\u{E9}", "a"]).isWithin(JSONPointer(["e" + mark])))
  }

  @Test(
    "an index of an array is digits without a leading zero or a sign", arguments: ["+1", "01", "-0", "-1", "1 ", "2"])
  func indices(token: String) {
    let value: JSONValue = ["a", "b"]
    #expect(value[JSONPointer([token])] == nil)
    #expect(value[JSONPointer(["1"])] == "b")
  }
}
