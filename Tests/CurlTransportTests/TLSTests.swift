import CurlTransport
import Foundation
import Testing
import ThunderID

@Suite("TLS", .serialized) struct TLSTests {
  @Test("a server of one's own authority is believed with its file, and only then")
  func ownAuthority() async throws {
    let server = try TLSServer(host: "localhost")
    let response = try await transport { $0.caFile = server.caFile }.send(get(server.url))
    #expect(response.status == 200)
    #expect(response.text.contains("TLSv1"))

    let error = try await failure(of: post(server.url), over: transport())
    #expect(error.code == .tls)
    #expect(!error.mayHaveBeenSent)
    #expect(error.message.hasPrefix("the certificate of localhost:\(server.port) can't be verified ("))
    #expect(error.message.hasSuffix("; name the file of the authority that signed it with --ca-file"))

    let other = try TLSServer(host: "localhost")
    let wrongFile = try await failure(of: post(server.url), over: transport { $0.caFile = other.caFile })
    #expect(wrongFile.code == .tls)

    #expect(try await transport { $0.isInsecure = true }.send(get(server.url)).status == 200)
  }

  @Test("HTTP/2 is offered in the handshake or not, as configured")
  func http2Offer() async throws {
    for (choice, isOffered) in [(CurlTransport.Configuration.HTTP2.always, true), (.never, false)] {
      let hello = Locked<[UInt8]>([])
      let server = try TestServer { connection in
        // A TLS record: type, version and length, then the client's greeting with the names of what it speaks.
        guard let header = connection.read(5) else { return }
        let greeting = connection.read(Int(header[3]) << 8 | Int(header[4])) ?? []
        hello.withLock { $0 = greeting }
      }
      let error = try await failure(
        of: get("https://127.0.0.1:\(server.port)/"), over: transport { $0.http2 = choice })
      #expect(error.code == .tls)
      let text = String(decoding: hello.withLock { $0 }, as: UTF8.self)
      #expect(text.contains("http/1.1"))
      #expect(text.contains("\u{2}h2") == isOffered)
    }
  }

  @Test("a certificate for another host is refused")
  func otherHost() async throws {
    let server = try TLSServer(host: "elsewhere.example")
    let error = try await failure(of: post(server.url), over: transport { $0.caFile = server.caFile })
    #expect(
      error
        == TransportError(
          code: .tls,
          message:
            "the certificate of localhost:\(server.port) is for another host name; use the name that it was made for",
          mayHaveBeenSent: false))
    #expect(try await transport { $0.isInsecure = true }.send(get(server.url)).status == 200)
  }

  @Test("a file of authorities that is missing or no PEM is named")
  func badFile() async throws {
    let server = try TLSServer(host: "localhost")
    for file in [server.folder + "/missing.pem", server.folder + "/plain.txt"] {
      try? Data("no certificate".utf8).write(to: URL(fileURLWithPath: server.folder + "/plain.txt"))
      let error = try await failure(of: get(server.url), over: transport { $0.caFile = file })
      #expect(error.code == .tls)
      #expect(!error.mayHaveBeenSent)
      #expect(error.message.contains(file))
    }
  }
}
