import ThunderID
import ThunderIDPlan

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// A command that prints a secret, such as that of a password manager. What it prints goes nowhere else.
enum SecretCommand {
  private static let sizeLimit = 1 << 16
  /// How long it may take, in seconds: somebody may have to touch a key.
  private static let timeLimit = 60.0

  /// What the command prints, without one newline at its end.
  ///
  /// - Throws: `SignInError` that tells how it ended and nothing of what it printed.
  static func run(_ command: String, timeLimit: Double = timeLimit) throws -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("can't be started") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let id = spawn(command, output: ends[1])
    close(ends[1])
    guard let id else { throw failure("can't be started") }
    let bytes = read(ends[0], until: MonotonicClock.seconds() + timeLimit)
    // It may go on for ever; closing the pipe ends what it started.
    if bytes.map({ $0.count > sizeLimit }) ?? true { kill(id, SIGKILL) }
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    guard let bytes else { throw failure("was not done within \(Int(timeLimit)) s") }
    guard bytes.count <= sizeLimit else { throw failure("printed no secret: more than \(sizeLimit) bytes") }
    guard status & 0x7F == 0 else { throw failure("was ended by signal \(status & 0x7F)") }
    guard status == 0 else { throw failure("ended with exit code \((status >> 8) & 0xFF)") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure("printed no secret: it is no UTF-8 text")
    }
    let secret = text.utf8.last == UInt8(ascii: "\n") ? String(text.unicodeScalars.dropLast()) : text
    guard !secret.isEmpty else { throw failure("printed nothing") }
    return secret
  }

  private static func failure(_ reason: String) -> SignInError {
    SignInError(
      description: "not signed in: --client-secret-command \(reason)",
      hint: "run it by hand to see why; its output is not shown here")
  }

  private static func spawn(_ command: String, output: Int32) -> pid_t? {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Standard input may be the manifest, and what it complains of may hold the secret.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The signals that this process ignores must end the command.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let line: [String] = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    return posix_spawn(&id, "/bin/sh", &actions, &attributes, &words, environ) == 0 ? id : nil
  }

  /// What comes, up to the limit of size and a little more; nil where there is no end at that time of the clock.
  private static func read(_ descriptor: Int32, until end: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = end - MonotonicClock.seconds()
      guard left > 0 else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Int32(min(left * 1000 + 1, 60_000))) != 0 else { continue }
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, &buffer, buffer.count)
      #else
        let count = Glibc.read(descriptor, &buffer, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      if bytes.count > sizeLimit { return bytes }
    }
  }
}
