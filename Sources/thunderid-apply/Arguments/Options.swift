import ThunderIDPlan

typealias ExitStatus = ExitCode

/// Why the command line can't be understood (exit code 64).
struct UsageError: Error, CustomStringConvertible {
  let description: String
  var hint: String?
}

/// The flags and operands of one invocation, with what stands behind the command line.
struct Options: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// Flags without a value that the command line or a source turned off.
  private var denied: Set<String> = []
  /// How far from the command line each flag's value comes: 0 is the command line itself.
  private var ranks: [String: Int] = [:]
  private var origins: [String: Origin] = [:]
  /// What stands behind the command line.
  let sources: [OptionSource]

  /// Reads the words after the command's name. A flag wins over every source, an earlier source over a later one.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String], flags: [Flag], sources: [OptionSource]) throws {
    self.sources = sources
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else {
        try take(word, &rest, flags)
      }
    }
    for (index, source) in sources.enumerated() {
      for flag in flags where values[flag.name] == nil && !denied.contains(flag.name) {
        guard let entry = source.entry(flag) else { continue }
        try set(flag, entry.texts, Origin(kind: source.kind, text: entry.label), rank: index + 1)
      }
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ flags: [Flag]) throws {
    let body = word.drop { $0 == "-" }
    let name = String(body.prefix { $0 != "=" })
    guard word.count - body.count <= 2, let flag = Options.flag(name, of: flags) else {
      let near = Spelling.nearest(to: name, in: flags.map(\.name))
      throw UsageError(
        description: "unknown flag \(word.prefix { $0 != "=" })", hint: near.map { "did you mean --\($0)?" })
    }
    let label = "--\(flag.name)"
    let attached = body.contains("=") ? String(body.drop { $0 != "=" }.dropFirst()) : nil
    let origin = Origin(kind: .flag, text: label)
    guard flag.takesValue else { return try set(flag, [attached ?? "true"], origin, rank: 0) }
    // A forgotten value must not swallow the flag that follows.
    if attached == nil, let next = rest.first, next.hasPrefix("--"),
      Options.flag(String(next.dropFirst(2).prefix { $0 != "=" }), of: flags) != nil
    {
      throw UsageError(description: "\(label) needs a value, found \(next.prefix { $0 != "=" })", hint: flag.usage)
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(description: "\(label) needs a value", hint: flag.usage)
    }
    guard values[flag.name] == nil || flag.isRepeatable else {
      throw UsageError(description: "\(label) is given twice")
    }
    try set(flag, (values[flag.name] ?? []) + [value], origin, rank: 0)
  }

  private static func flag(_ name: String, of flags: [Flag]) -> Flag? {
    flags.first { $0.name == name || $0.aliases.contains(name) }
  }

  private mutating func set(_ flag: Flag, _ texts: [String], _ origin: Origin, rank: Int) throws {
    ranks[flag.name] = rank
    origins[flag.name] = origin
    for text in texts { try Options.check(text, flag, origin.text) }
    guard flag.takesValue else {
      let isOn = Options.truth(of: texts.last ?? "") ?? false
      values[flag.name] = isOn ? [] : nil
      if !isOn { denied.insert(flag.name) }
      return
    }
    values[flag.name] = texts
  }

  /// What a word says of a flag without a value.
  static func truth(of word: String) -> Bool? {
    switch word.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// Checks a text that a flag is given.
  ///
  /// - Parameter label: what the message calls the flag.
  /// - Throws: `UsageError`.
  static func check(_ value: String, _ flag: Flag, _ label: String) throws {
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
    case .none:
      guard truth(of: value) != nil else {
        throw UsageError(description: "\(label) is true or false, found '\(value)'")
      }
    case .text:
      // An empty name is a variable that was not set.
      if value.isEmpty, flag.isPath { throw UsageError(description: "\(label) is empty", hint: flag.usage) }
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

  /// Where the flag's value, or its being turned off, comes from.
  func origin(of name: String) -> Origin { origins[name] ?? .byDefault }

  /// The one that counts of flags that answer the same question: the one given nearest to the command line. The
  /// environment's token must not win over a `--token-file` that somebody typed.
  ///
  /// - Parameter names: of those given equally near, the first counts.
  func nearest(of names: [String]) -> String? {
    names.filter(has).enumerated().min {
      (ranks[$0.element, default: 0], $0.offset) < (ranks[$1.element, default: 0], $1.offset)
    }?
    .element
  }

  /// The flags among these that the command line itself gives.
  func typed(_ names: [String]) -> [String] { names.filter { has($0) && ranks[$0] == 0 } }
}
