import CurlTransport
import Foundation
import ThunderID
import ThunderIDPlan

/// The checks below HTTP: name, connection, certificate.
struct DoctorNetwork {
  private let endpoint: Endpoint
  private let invocation: Invocation
  private let scheme: String
  private let host: String
  private let port: Int

  init(_ endpoint: Endpoint, _ invocation: Invocation) {
    self.endpoint = endpoint
    self.invocation = invocation
    let parts = URLComponents(string: endpoint.base)
    scheme = parts?.scheme?.lowercased() ?? "https"
    host = (parts?.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = parts?.port ?? (scheme == "https" ? 443 : 80)
  }

  /// `dns` and `tcp`.
  func name() -> [DoctorCheck] {
    let names = ["dns", "tcp"]
    if endpoint.isSandbox { return names.map { .skipped($0, "a sandbox in a file") } }
    if let proxy = NetworkPath.proxyVariable(scheme: scheme, host: host, environment: invocation.environment) {
      return names.map { .skipped($0, "\(proxy) sends it through a proxy") }
    }
    do {
      let addresses = try NetworkPath.resolve(host, port: port)
      let known = DoctorCheck.ok("dns", "\(host) is \(addresses.map(\.text).joined(separator: ", "))")
      do {
        let address = try NetworkPath.connect(to: addresses, timeout: min(endpoint.timeout, 10))
        return [known, .ok("tcp", "\(address.text) port \(port) takes connections")]
      } catch {
        let failure = DoctorCheck.failed(
          "tcp", "port \(port) of \(host): \(error)", hint: "is --server right, and does the server run?",
          code: .unreachable)
        return [known, failure]
      }
    } catch {
      let failure = DoctorCheck.failed(
        "dns", "\(host): \(error)", hint: "is --server right?", code: .unreachable)
      return [failure, .skipped("tcp", "no address")]
    }
  }

  /// `tls`: whether the certificate is trusted and fits the name, and for how long it holds.
  ///
  /// - Throws: `CancellationError`.
  func certificate() async throws -> [DoctorCheck] {
    if endpoint.isSandbox { return [.skipped("tls", "a sandbox in a file")] }
    guard scheme == "https" else { return [.skipped("tls", "plain http on this machine")] }
    let expiry = CertificateProbe.expiry(of: endpoint.base, timeout: min(endpoint.timeout, 10))
    let days = expiry.map { Int(($0.timeIntervalSinceNow / 86400).rounded(.down)) }
    let term = expiry.map { "; it holds until \($0.formatted(.iso8601)), for \(max(0, days ?? 0)) days" } ?? ""
    do {
      let request = HTTPRequest(method: "GET", url: endpoint.base + "/health/liveness", timeout: endpoint.timeout)
      _ = try await Endpoint.verifying(invocation.options).send(request)
    } catch let error as TransportError where error.code == .tls {
      if invocation.options.has("insecure") {
        return [.warning("tls", "\(error.message)\(term)", hint: "--insecure takes it all the same")]
      }
      return [.failed("tls", "\(error.message)\(term)", code: .unreachable)]
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return [.failed("tls", error)]
    }
    let text = "the certificate is trusted and fits \(host)\(term)"
    if invocation.options.has("insecure") {
      return [.warning("tls", text, hint: "--insecure is not needed: leave it out")]
    }
    if let days, days < 30 { return [.warning("tls", text, hint: "renew it in time")] }
    return [.ok("tls", text)]
  }
}
