#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A line for the shell, where the test is about pipes.
enum Shell {
  /// Runs it and gives its exit code.
  static func run(_ line: String, _ environment: [String: String]) -> Int32 {
    let arguments = ["/bin/sh", "-c", line]
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/sh", nil, nil, &words, &variables) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    return (status >> 8) & 0xFF
  }
}

/// Waits until something is so, at most as long as a stuck test may take.
///
/// - Returns: whether it came to be.
@discardableResult
func eventually(_ isSo: () -> Bool) -> Bool {
  for _ in 0..<20_000 {
    if isSo() { return true }
    usleep(1000)
  }
  return false
}
