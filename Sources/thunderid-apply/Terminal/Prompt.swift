import Foundation

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// Asks a person.
enum Prompt {
  /// Whether somebody can be asked.
  static var isPossible: Bool { isatty(0) == 1 }

  /// Only `yes` is a yes.
  static func approves(_ question: String) -> Bool {
    Output.write("\(question)\n  Only 'yes' will be accepted to approve.\n\n  Enter a value: ", to: 2)
    Output.flush()
    return readLine()?.trimmingCharacters(in: .whitespaces) == "yes"
  }
}
