#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// How wide the terminal is.
enum TerminalWidth {
  /// The columns of the terminal that a descriptor leads to; nil where it leads to none. COLUMNS counts before what the
  /// terminal itself says, and a terminal that says nothing has 80.
  static func columns(of descriptor: Int32, environment: [String: String]) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
