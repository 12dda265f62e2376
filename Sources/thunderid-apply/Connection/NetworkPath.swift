#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// The first steps of the way to a server, one by one, so that it can be told which of them fails.
enum NetworkPath {
  /// An address that a name stands for.
  struct Address {
    fileprivate let family: Int32
    fileprivate let storage: sockaddr_storage
    fileprivate let length: socklen_t
    /// As numbers, without the port.
    let text: String
  }

  /// Why a step failed, in the system's words.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The addresses of a host, in the order in which they are tried.
  ///
  /// - Throws: `Fault`.
  static func resolve(_ host: String, port: Int) throws -> [Address] {
    var hints = addrinfo()
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_STREAM
    #else
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { throw Fault(description: String(cString: gai_strerror(code)).lowercased()) }
    defer { freeaddrinfo(list) }
    var addresses: [Address] = []
    var next = list
    while let info = next?.pointee {
      next = info.ai_next
      guard let address = info.ai_addr, Int(info.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else { continue }
      var storage = sockaddr_storage()
      withUnsafeMutableBytes(of: &storage) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
      }
      var name = [CChar](repeating: 0, count: 128)
      guard getnameinfo(address, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
        continue
      }
      let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      addresses.append(
        Address(family: info.ai_family, storage: storage, length: info.ai_addrlen, text: text))
    }
    return addresses
  }

  /// The first of the addresses that takes a connection, which is closed at once.
  ///
  /// - Throws: `Fault` of the last address.
  static func connect(to addresses: [Address], timeout: Double) throws -> Address {
    var last = Fault(description: "it has no address")
    for address in addresses {
      if let fault = attempt(address, timeout) { last = fault } else { return address }
    }
    throw last
  }

  private static func attempt(_ address: Address, _ timeout: Double) -> Fault? {
    func fault(_ number: Int32) -> Fault { Fault(description: String(cString: strerror(number)).lowercased()) }
    #if canImport(Darwin)
      let descriptor = socket(address.family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return fault(errno) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let code = withUnsafePointer(to: address.storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { begin(descriptor, $0, address.length) }
    }
    if code == 0 { return nil }
    guard errno == EINPROGRESS else { return fault(errno) }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, Int32(min(timeout, 1e6) * 1000)) > 0 else { return fault(ETIMEDOUT) }
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    return number == 0 ? nil : fault(number)
  }

  private static func begin(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    #if canImport(Darwin)
      Darwin.connect(descriptor, address, length)
    #else
      Glibc.connect(descriptor, address, length)
    #endif
  }

  /// The variable that sends requests for that host through a proxy, as libcurl reads them; nil for none.
  static func proxyVariable(scheme: String, host: String, environment: [String: String]) -> String? {
    func value(_ names: [String]) -> (name: String, text: String)? {
      names.lazy.compactMap { name in environment[name].flatMap { $0.isEmpty ? nil : (name, $0) } }.first
    }
    let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard let proxy = value(names + ["all_proxy", "ALL_PROXY"]) else { return nil }
    let exempt = value(["no_proxy", "NO_PROXY"])?.text.lowercased().split { $0 == "," || $0 == " " } ?? []
    let host = host.lowercased()
    let isExempt = exempt.contains { entry in
      let name = entry.drop { $0 == "." }
      return entry == "*" || host == name || host.hasSuffix("." + name)
    }
    return isExempt ? nil : proxy.name
  }
}
