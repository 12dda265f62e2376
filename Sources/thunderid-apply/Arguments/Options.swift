import ThunderIDPlan

typealias ExitStatus = ExitCode

/// Why the command line can't be understood (exit code 64).
struct UsageError: Error, CustomStringConvertible {
  let description: String
  var hint: String?
}

/// The flags and operands of one invocation, with the environment behind them.
struct Options: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads the words after the command's name. A flag wins over its environment twin.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String], flags: [Flag], environment: [String: String]) throws {
    var rest = words[...]
    var isOnlyOperands = false
    while let word = rest.popFirst() {
      if isOnlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        isOnlyOperands = true
      } else {
        try take(word, &rest, flags)
      }
    }
    for flag in flags where values[flag.name] == nil {
      guard let value = environment[flag.variable], !value.isEmpty else { continue }
      if flag.takesValue {
        values[flag.name] = flag.isRepeatable ? value.split(separator: ",").map(String.init) : [value]
        for value in values[flag.name] ?? [] { try check(value, flag, flag.variable) }
      } else if ["1", "true", "yes"].contains(value.lowercased()) {
        values[flag.name] = []
      } else if !["0", "false", "no"].contains(value.lowercased()) {
        throw UsageError(description: "\(flag.variable) must be true or false, found '\(value)'")
      }
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ flags: [Flag]) throws {
    let body = word.drop { $0 == "-" }
    let name = String(body.prefix { $0 != "=" })
    let dashes = word.count - body.count
    guard dashes <= 2, let flag = flags.first(where: { $0.name == name || $0.aliases.contains(name) }) else {
      let near = Spelling.nearest(to: name, in: flags.map(\.name))
      throw UsageError(
        description: "unknown flag \(word.prefix { $0 != "=" })", hint: near.map { "did you mean --\($0)?" })
    }
    let attached = body.contains("=") ? String(body.drop { $0 != "=" }.dropFirst()) : nil
    guard flag.takesValue else {
      guard attached == nil else { throw UsageError(description: "--\(flag.name) takes no value") }
      values[flag.name] = []
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(description: "--\(flag.name) needs a value", hint: flag.usage)
    }
    try check(value, flag, "--\(flag.name)")
    if values[flag.name] != nil, !flag.isRepeatable {
      throw UsageError(description: "--\(flag.name) is given twice")
    }
    values[flag.name, default: []].append(value)
  }

  private func check(_ value: String, _ flag: Flag, _ label: String) throws {
    switch flag.value {
    case .integer(let range):
      guard let number = Int(value), range.contains(number) else {
        throw UsageError(
          description: "\(label) takes a number from \(range.lowerBound) to \(range.upperBound), found '\(value)'")
      }
    case .seconds:
      guard let number = Double(value), number >= 0, number.isFinite else {
        throw UsageError(description: "\(label) takes a number of seconds, found '\(value)'")
      }
    case .choice(let words):
      guard words.contains(value) else {
        throw UsageError(description: "\(label) takes one of: \(words.joined(separator: ", ")); found '\(value)'")
      }
    case .none, .text: break
    }
  }

  /// Whether the flag is given.
  func has(_ name: String) -> Bool { values[name] != nil }
  /// The flag's value; nil where it is not given.
  subscript(name: String) -> String? { values[name]?.last }
  /// Every value of a repeatable flag.
  func all(_ name: String) -> [String] { values[name] ?? [] }
  func int(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
  func double(_ name: String) -> Double? { self[name].flatMap { Double($0) } }
}
