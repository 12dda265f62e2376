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

    /// The defaults.
    public init() {}
  }
}
