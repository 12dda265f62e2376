import Foundation

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// The built command in a process of its own. Not by Foundation's `Process`, which leaks now and then.
struct RunningCommand {
  /// What standard input is.
  enum Input {
    case nothing
    case text(String)
    /// A terminal at which somebody has typed this.
    case terminal(String)
  }

  struct Failure: Error { let message: String }

  let id: pid_t
  private let outputs: (out: String, err: String)
  private let terminal: [Int32]

  /// The command that was built beside the tests.
  static let path: String = {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("thunderid-apply").path
  }()

  /// - Parameter outputs: the files that standard output and error go to.
  init(
    _ arguments: [String], in folder: String, environment: [String: String], input: Input,
    outputs: (out: String, err: String)
  ) throws {
    self.outputs = outputs
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // A child inherits the signal mask of the thread that starts it, and Swift's threads block signals.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    terminal = try RunningCommand.connect(input, &actions, file: outputs.out + ".in")
    posix_spawn_file_actions_addopen(&actions, 1, outputs.out, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, outputs.err, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // There is no portable way to start a child in another folder; the shell becomes the command and keeps its id.
    let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, RunningCommand.path]
    var words = (shell + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    guard posix_spawn(&id, shell[0], &actions, &attributes, &words, &variables) == 0 else {
      throw Failure(message: "\(RunningCommand.path) can't be started")
    }
    self.id = id
  }

  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
  #endif

  /// Gives the child its standard input; the descriptors to close at its end come back.
  private static func connect(_ input: Input, _ actions: inout Actions, file: String) throws -> [Int32] {
    switch input {
    case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .text(let text):
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
    case .terminal(let typed):
      var (person, command): (Int32, Int32) = (-1, -1)
      guard openpty(&person, &command, nil, nil, nil) == 0 else { throw Failure(message: "no terminal") }
      for end in [person, command] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      posix_spawn_file_actions_adddup2(&actions, command, 0)
      _ = Array(typed.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
      return [person, command]
    }
    return []
  }

  /// What it wrote to standard output so far.
  var output: String { (try? String(contentsOfFile: outputs.out, encoding: .utf8)) ?? "" }

  /// What it wrote to standard error so far.
  var errors: String { (try? String(contentsOfFile: outputs.err, encoding: .utf8)) ?? "" }

  func signal(_ number: Int32) { kill(id, number) }

  /// Waits for its end.
  func wait() -> Run {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    terminal.forEach { close($0) }
    let isKilled = status & 0x7F != 0
    return Run(
      code: isKilled ? -(status & 0x7F) : (status >> 8) & 0xFF, out: output,
      err: errors)
  }
}

/// How a command ended: its exit code (minus the signal that killed it) and what it printed.
struct Run: CustomStringConvertible {
  let code: Int32
  let out: String
  let err: String

  var all: String { out + err }
  var description: String { "exit \(code)\n--- stdout\n\(out)\n--- stderr\n\(err)" }
}
