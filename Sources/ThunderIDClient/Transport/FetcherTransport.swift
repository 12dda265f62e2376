import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a caller may put in the place of the library's own transport for management requests.
///
/// The request carries its Authorization header already.
public typealias ThunderIDFetcher = @Sendable (URLRequest) async throws -> (Data, URLResponse)

/// A fetcher of the caller's as a transport.
public struct FetcherTransport: HTTPTransport {
  private let fetcher: ThunderIDFetcher

  /// A transport that asks `fetcher`.
  public init(_ fetcher: @escaping ThunderIDFetcher) { self.fetcher = fetcher }

  /// Sends one request.
  ///
  /// - Throws: ``TransportError`` for `URLError`s and answers that are not HTTP; other errors of the fetcher as they
  ///   are.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer: (Data, URLResponse)
    do {
      answer = try await fetcher(URLRequest(request))
    } catch let error as URLError {
      if error.code == .cancelled { throw CancellationError() }
      throw TransportError(error)
    }
    return try HTTPResponse(data: answer.0, response: answer.1)
  }
}
