import Testing
import ThunderID

@Suite("Server addresses")
struct ServerURLTests {
  @Test(
    "addresses are brought to one form",
    arguments: [
      ("https://id.example.com", "https://id.example.com"), ("https://id.example.com/", "https://id.example.com"),
      ("HTTPS://ID.Example.COM:443/", "https://id.example.com"),
      ("https://id.example.com:8090/base//", "https://id.example.com:8090/base"),
      ("http://localhost:8090", "http://localhost:8090"), ("http://127.0.0.1:80", "http://127.0.0.1"),
      ("http://127.8.9.1:1", "http://127.8.9.1:1"), ("http://[::1]:8090/x", "http://[::1]:8090/x"),
      ("http://sandbox.localhost", "http://sandbox.localhost"), ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ])
  func accepted(text: String, expected: String) throws { #expect(try ServerURL(text).description == expected) }

  @Test(
    "what is no address, or no safe one, is refused with the reason",
    arguments: [
      ("", "must begin with https://"), ("id.example.com", "must begin with https://"),
      ("ftp://a", "the scheme is ftp"), ("http://id.example.com", "plain http"),
      ("http://127.0.0.1.evil.org", "plain http"),
      ("http://localhost.evil.org", "plain http"), ("http://127.0.0.256", "plain http"),
      ("http://0.0.0.0", "plain http"),
      ("https://", "host is missing"), ("https:///x", "host is missing"), ("https://:80", "host is missing"),
      ("https://a:0", "not a port"), ("https://a:65536", "not a port"), ("https://a:x", "not a port"),
      ("https://a:", "not a port"), ("https://a?x=1", "no query"), ("https://a/#f", "no query"),
      ("https://a b", "character"), ("https://é", "character"), ("https://a\r\nX: y", "character"),
      ("https://a\\@b", "character"), ("https://[::1", "host is missing"), ("https://a:1:2", "host is missing"),
      ("https://user:hunter2@a", "no user name"),
    ])
  func refused(text: String, reason: String) {
    do {
      _ = try ServerURL(text)
      Issue.record("\(text) was accepted")
    } catch {
      let error = error as? ThunderIDError
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("hunter2") == false)
    }
  }

  @Test("path segments and forms are encoded over UTF-8")
  func encoding() {
    #expect(PercentEncoding.pathSegment("a/b?c#d%é~-._") == "a%2Fb%3Fc%23d%25%C3%A9~-._")
    #expect(PercentEncoding.pathSegment(".") == "%2E" && PercentEncoding.pathSegment("..") == "%2E%2E")
    #expect(PercentEncoding.pathSegment("...") == "...")
    #expect(PercentEncoding.form([("a b", "c&d=e+f"), ("g", "")]) == "a+b=c%26d%3De%2Bf&g=")
    #expect(PercentEncoding.query([("filter", #"a eq "b c""#)]) == "filter=a%20eq%20%22b%20c%22")
  }
}
