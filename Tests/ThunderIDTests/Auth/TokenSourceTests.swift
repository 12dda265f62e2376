import Foundation
import Testing
import ThunderID

@Suite("Fixed and file tokens")
struct TokenSourceTests {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test("a fixed token loses the space around it, and what is no token is refused without showing it")
  func fixed() async throws {
    #expect(try await FixedTokenSource(" abc.def \n").token() == "abc.def")
    for bad in ["", "  \n", "hunter2 x", "hunter2\r\nX: y", "hünter2"] {
      let error = await thunderError { _ = try await FixedTokenSource(bad).token() }
      #expect(error?.code == .authenticationFailed)
      #expect(error?.description.contains("hunter2") == false && error?.description.contains("hünter2") == false)
    }
  }

  @Test("a file's token is read once, and again when the file changes or the server refuses it")
  func file() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("token").path
      try "one\n".write(toFile: path, atomically: true, encoding: .utf8)
      let source = FileTokenSource(path: path)
      #expect(try await source.token() == "one")
      // Replaced by another file, as the writers of such files do.
      try "second".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try await source.token() == "second")
      await source.invalidate("second")
      #expect(try await source.token() == "second")
      try FileManager.default.removeItem(atPath: path)
      let error = await thunderError { _ = try await source.token() }
      #expect(error?.message.contains("can't be opened") == true)
    }
  }

  @Test("a file that holds no token says so: missing, empty, a folder, too large")
  func badFiles() async throws {
    try await withFolder { folder in
      let empty = folder.appendingPathComponent("empty").path
      try " \n".write(toFile: empty, atomically: true, encoding: .utf8)
      let large = folder.appendingPathComponent("large").path
      try String(repeating: "x", count: 100_000).write(toFile: large, atomically: true, encoding: .utf8)
      let cases = [
        (empty, "is empty"), (large, "larger than 64 KiB"), (folder.path, "can't be read"),
        (folder.path + "/none", "can't be opened"),
      ]
      for (path, reason) in cases {
        let error = await thunderError { _ = try await FileTokenSource(path: path).token() }
        #expect(error?.code == .authenticationFailed)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(path) == true)
      }
    }
  }

  @Test("a pipe without a writer does not hold anybody, and one with a writer is read once and kept")
  func pipe() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      let error = await thunderError { _ = try await FileTokenSource(path: path).token() }
      #expect(error?.message.contains("is empty") == true)
      // Both ends at once: opening a pipe for writing alone would wait for us.
      let writer = open(path, O_RDWR)
      #expect(write(writer, "piped\n", 6) == 6)
      let source = FileTokenSource(path: path)
      let reading = Task { try await source.token() }
      var unread: Int32 = 6
      while unread > 0, ioctl(writer, UInt(FIONREAD), &unread) == 0 { await Task.yield() }
      close(writer)
      let token = try await reading.value
      #expect(token == "piped")
      await source.invalidate("piped")
      let again = try await source.token()
      #expect(again == "piped")
    }
  }

  @Test("a token file that is renewed beside us carries an operation over a 401")
  func fileRenewedOn401() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("token").path
      try "old".write(toFile: path, atomically: true, encoding: .utf8)
      let stub = StubTransport { request, _ in
        if request.headers["Authorization"] == "Bearer new!" { return .json(200, "{}") }
        try "new!".write(toFile: path, atomically: true, encoding: .utf8)
        return .empty(401)
      }
      let api = try ManagementAPI(baseURL: "https://a", transport: stub, tokens: FileTokenSource(path: path))
      #expect(try await api.send("GET", "/users") == [:])
      #expect(stub.lines.count == 2)
    }
  }
}
