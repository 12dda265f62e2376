#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A command of the system, without Foundation's `Process`, which leaks now and then.
struct ChildProcess {
  struct Failure: Error { let message: String }

  let id: pid_t
  /// Its standard output, to read from.
  let output: Int32

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(message: "no pipe") }
    // What another test starts at the same time must not hold this pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, arguments[0], &actions, nil, &words, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw Failure(message: "\(arguments[0]) can't be started")
    }
    self.id = id
    output = ends[0]
  }

  /// What it writes next; empty when it has closed its output.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    #if canImport(Darwin)
      let count = Darwin.read(output, &bytes, bytes.count)
    #else
      let count = Glibc.read(output, &bytes, bytes.count)
    #endif
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for its end and gives the exit code.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    close(output)
    return status
  }

  /// Not SIGTERM: a child inherits the signal mask of the thread that starts it, and Swift's threads block signals.
  func kill() {
    #if canImport(Darwin)
      Darwin.kill(id, SIGKILL)
    #else
      Glibc.kill(id, SIGKILL)
    #endif
    _ = wait()
  }
}
