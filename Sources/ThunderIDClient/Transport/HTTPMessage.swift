/// Header fields in order; names are told apart without regard to case (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable {
  /// The fields as they stand.
  public private(set) var fields: [Field] = []

  /// One header field.
  public struct Field: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// The value.
    public var value: String
  }

  /// Headers of these fields, in order.
  public init(_ fields: [(String, String)] = []) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of that name. Setting replaces every field of that name.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Adds a field and keeps those of the same name.
  public mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }
}

/// A request as it goes to a server.
public struct HTTPRequest: Sendable, Hashable {
  /// The method, in capitals.
  public var method: String
  /// The absolute URL, percent-encoded.
  public var url: String
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; nil sends none.
  public var body: [UInt8]?
  /// Seconds until the whole exchange counts as failed; nil leaves it to the transport.
  public var timeout: Double?

  /// A request.
  public init(
    method: String, url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil, timeout: Double? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

/// An answer as it came from a server.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty where there was none.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// What carries requests to a server: libcurl, URLSession, a fetcher of the caller's, or the sandbox in memory.
public protocol HTTPTransport: Sendable {
  /// Sends one request and gives the whole answer, whatever its status. Follows no redirect.
  ///
  /// - Throws: ``TransportError``; `CancellationError` when the task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Why there is no answer, and whether the server may have acted all the same.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: String, Sendable {
    /// The name did not resolve, or nothing listens there: nothing was sent.
    case unreachable
    /// The certificate or the handshake was refused: nothing was sent.
    case tls
    /// No answer in time.
    case timeout
    /// The connection broke after the request may have been sent.
    case connectionLost
    /// What came back is not HTTP.
    case badResponse
    /// The answer is larger than the bound of the transport.
    case tooLarge
    /// The URL or the method can't be sent.
    case badRequest
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, without secrets.
  public let message: String
  /// Whether the request may have reached the server, so that a write may have taken effect.
  public let mayHaveBeenSent: Bool

  /// A failure.
  public init(code: Code, message: String, mayHaveBeenSent: Bool) {
    self.code = code
    self.message = message
    self.mayHaveBeenSent = mayHaveBeenSent
  }

  /// The message.
  public var description: String { message }
}
