import Testing

@testable import thunderid_apply

@Suite("Arguments")
struct OptionsTests {
  private let flags = [
    Flag("server", .text("URL"), "s"), Flag("token", .text("T"), "t"), Flag("token-file", .text("F"), "f"),
    Flag("target", .text("A"), repeatable: true, "t"), Flag("parallelism", .integer(1...64), "p"),
    Flag("timeout", .seconds, "t"), Flag("color", .choice(["auto", "never"]), "c"),
    Flag("auto-approve", aliases: ["yes", "y"], "a"), Flag("out", .text("FILE"), "o"),
  ]

  private func options(_ words: String..., environment: [String: String] = [:]) throws -> Options {
    try Options(words, flags: flags, sources: [.environment(environment)])
  }

  private func complaint(_ words: String..., environment: [String: String] = [:]) -> String? {
    do {
      _ = try Options(words, flags: flags, sources: [.environment(environment)])
      return nil
    } catch let error as UsageError {
      return error.description + (error.hint.map { "; " + $0 } ?? "")
    } catch {
      return "\(error)"
    }
  }

  @Test("one dash or two, = or a space, and operands in between")
  func spellings() throws {
    let options = try options(
      "a.yaml", "--server=https://x", "-out", "p", "b.yaml", "-auto-approve", "-parallelism=8", "-")
    #expect(options.operands == ["a.yaml", "b.yaml", "-"])
    #expect(options["server"] == "https://x")
    #expect(options["out"] == "p")
    #expect(options.int("parallelism") == 8)
    #expect(options.has("auto-approve"))
  }

  @Test("what follows -- is an operand, whatever it looks like")
  func operandsOnly() throws {
    let options = try options("--out", "p", "--", "--server", "-y")
    #expect(options.operands == ["--server", "-y"])
    #expect(options["out"] == "p" && !options.has("server") && !options.has("auto-approve"))
  }

  @Test("a value keeps what comes after its first =, and may be empty", arguments: ["", "a=b=c", "-1", "é\u{301}"])
  func values(text: String) throws {
    #expect(try options("--token=\(text)")["token"] == text)
    #expect(try options("--token", text)["token"] == text)
  }

  @Test("aliases and repeated flags")
  func aliases() throws {
    #expect(try options("-y").has("auto-approve"))
    #expect(try options("--yes").has("auto-approve"))
    #expect(try options("--target", "users/a", "--target=users/b").all("target") == ["users/a", "users/b"])
  }

  @Test("a flag without a value can be turned on and off in words")
  func booleans() throws {
    for word in ["true", "1", "yes", "TRUE"] {
      #expect(try options("--auto-approve=\(word)").has("auto-approve"))
      #expect(try options(environment: ["THUNDERID_AUTO_APPROVE": word]).has("auto-approve"))
    }
    for word in ["false", "0", "no"] {
      #expect(try !options("--auto-approve=\(word)", environment: ["THUNDERID_AUTO_APPROVE": "1"]).has("auto-approve"))
      #expect(try !options(environment: ["THUNDERID_AUTO_APPROVE": word]).has("auto-approve"))
    }
    #expect(complaint("--auto-approve=maybe") == "--auto-approve is true or false, found 'maybe'")
    #expect(
      complaint(environment: ["THUNDERID_AUTO_APPROVE": "maybe"])
        == "THUNDERID_AUTO_APPROVE is true or false, found 'maybe'")
  }

  @Test("each flag has its environment twin, and the flag wins; unknown variables are nobody's business")
  func environment() throws {
    let environment = [
      "THUNDERID_TOKEN_FILE": "f", "THUNDERID_SERVER": "https://env", "THUNDERID_TARGET": "users/a,users/b",
      "THUNDERID_NO_SUCH_THING": "1", "THUNDERID_OUT": "",
    ]
    let options = try options("--server", "https://flag", environment: environment)
    #expect(options["server"] == "https://flag")
    #expect(options["token-file"] == "f")
    #expect(options.all("target") == ["users/a", "users/b"])
    #expect(!options.has("out"), "an empty variable counts as not set")
    #expect(Flag("ca-file", .text("F"), "").variable == "THUNDERID_CA_FILE")
  }

  @Test("a list in a variable has a line each where an entry holds a comma")
  func lists() throws {
    let options = try options(environment: ["THUNDERID_TARGET": "users/a,b\nusers/c\n"])
    #expect(options.all("target") == ["users/a,b", "users/c"])
  }

  @Test("an earlier source wins over a later one")
  func sources() throws {
    let sources = [
      OptionSource.environment(["THUNDERID_OUT": "1"]), .environment(["THUNDERID_OUT": "2", "THUNDERID_SERVER": "s"]),
    ]
    let options = try Options([], flags: flags, sources: sources)
    #expect(options["out"] == "1" && options["server"] == "s")
  }

  @Test("of flags that answer one question the one nearest to the command line counts")
  func nearest() throws {
    let ways = ["token", "token-file"]
    let typed = try options("--token-file", "f", environment: ["THUNDERID_TOKEN": "t"])
    #expect(typed.nearest(of: ways) == "token-file")
    #expect(typed.typed(ways) == ["token-file"])
    let both = try options(environment: ["THUNDERID_TOKEN": "t", "THUNDERID_TOKEN_FILE": "f"])
    #expect(both.nearest(of: ways) == "token" && both.typed(ways).isEmpty)
    #expect(try options().nearest(of: ways) == nil)
  }

  @Test("what can't be understood is told, with what to do")
  func complaints() {
    #expect(complaint("--serve", "x") == "unknown flag --serve; did you mean --server?")
    #expect(complaint("--no-such-thing=1") == "unknown flag --no-such-thing")
    #expect(complaint("---server", "x") == "unknown flag ---server; did you mean --server?")
    #expect(complaint("--server") == "--server needs a value; --server URL")
    #expect(complaint("--server", "--out", "x") == "--server needs a value, found --out; --server URL")
    #expect(complaint("--out", "a", "--out", "b") == "--out is given twice")
    #expect(complaint("--parallelism", "0") == "--parallelism takes a number from 1 to 64, found '0'")
    #expect(complaint("--parallelism", "4.5") == "--parallelism takes a number from 1 to 64, found '4.5'")
    #expect(complaint("--timeout", "-1") == "--timeout takes a number of seconds, found '-1'")
    #expect(complaint("--timeout", "inf") == "--timeout takes a number of seconds, found 'inf'")
    #expect(complaint("--timeout", "nan") == "--timeout takes a number of seconds, found 'nan'")
    #expect(complaint("--color", "blue") == "--color takes one of: auto, never; found 'blue'")
    #expect(
      complaint(environment: ["THUNDERID_PARALLELISM": "x"])
        == "THUNDERID_PARALLELISM takes a number from 1 to 64, found 'x'")
  }
}
