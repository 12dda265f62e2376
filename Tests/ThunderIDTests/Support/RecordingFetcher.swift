import Foundation
import Testing
import ThunderID

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A fetcher that writes down what it is asked and gives one answer.
final class RecordingFetcher: Sendable {
  private let log = Locked<[URLRequest]>([])
  private let status: Int
  private let body: String

  init(status: Int = 200, body: String) {
    self.status = status
    self.body = body
  }

  var fetch: ThunderIDFetcher {
    { request in
      self.log.withLock { $0.append(request) }
      let url = try #require(request.url)
      let response = HTTPURLResponse(
        url: url, statusCode: self.status, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
      return (Data(self.body.utf8), try #require(response))
    }
  }

  var requests: [URLRequest] { log.withLock { $0 } }
  /// `GET https://…` of each request, with its body where it has one.
  var lines: [String] {
    requests.map { request in
      let body = request.httpBody.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
      return "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")\(body)"
    }
  }
}
