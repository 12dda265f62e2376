import Testing
import ThunderID

@Suite("HTTP messages")
struct HTTPMessageTests {
  @Test("header names are told apart without regard to case, and values keep their order")
  func headers() {
    var headers = HTTPHeaders([("Content-Type", "a"), ("X", "1")])
    headers.append("x", "2")
    #expect(headers["content-type"] == "a" && headers["X"] == "1" && headers["none"] == nil)
    #expect(headers.fields.map(\.value) == ["a", "1", "2"])
    headers["CONTENT-TYPE"] = "b"
    headers["x"] = nil
    #expect(headers.fields == [HTTPHeaders([("CONTENT-TYPE", "b")]).fields[0]])
  }

  @Test("a token source of anybody's can't break out of the header")
  func foreignTokens() async throws {
    struct Evil: TokenSource {
      func token() async throws -> String { "t\r\nX-Evil: 1" }
      func invalidate(_ token: String) async {}
    }
    let stub = StubTransport(.json(200, "{}"))
    let api = try ManagementAPI(baseURL: "https://a", transport: stub, tokens: Evil())
    #expect(await thunderError { _ = try await api.send("GET", "/users") }?.code == .authenticationFailed)
    #expect(stub.lines.isEmpty)
  }
}
