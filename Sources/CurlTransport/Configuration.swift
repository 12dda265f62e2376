extension CurlTransport {
  /// What a transport may do and how long it may take.
  ///
  /// Proxies come from the environment, as libcurl reads it: `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY` and
  /// their lower-case twins (`HTTP_PROXY` in capitals is ignored, for CGI programs get it from strangers).
  public struct Configuration: Sendable, Hashable {
    /// A PEM file of the certificate authorities to trust in the place of the system's.
    public var caFile: String?
    /// Takes any certificate for any host name: whoever sits in between reads and alters everything.
    public var isInsecure = false
    /// Seconds for a whole exchange, from the first byte of connecting to the last of the answer; a request's own
    /// ``HTTPRequest/timeout`` wins. The wait for one of the ``maxConnections`` does not count.
    public var timeout = 30.0
    /// Seconds for the part of an exchange that finds the host, connects and shakes hands.
    public var connectTimeout = 10.0
    /// How many exchanges run at once; further ones wait in order.
    public var maxConnections = 8
    /// How many bytes of a body, decompressed, are taken before the answer is refused.
    public var maxResponseBytes = 64 << 20
    /// What the server reads as User-Agent, where a request names none.
    public var userAgent = "thunderid-apply"

    /// When servers are offered HTTP/2 (over TLS).
    public var http2 = HTTP2.whereReliable

    /// When to offer HTTP/2. HTTP/1.1 is as fast here, for up to ``maxConnections`` connections are kept alive.
    public enum HTTP2: Sendable, Hashable {
      /// With libcurl 8.3 and newer. 7.88 resets each stream that has ended already (seen on the wire), so that servers
      /// which guard against floods of resets drop the connection after some 1,000 requests, and a write under way with
      /// it; 8.1 and 8.2 had failing POSTs (curl issues 11194 and 11485).
      case whereReliable
      /// With any libcurl.
      case always
      /// Never.
      case never
    }

    /// The defaults.
    public init() {}
  }
}
