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
