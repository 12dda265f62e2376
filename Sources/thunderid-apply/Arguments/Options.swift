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

  /// Reads the words after the command's name. A flag wins over every source, an earlier source over a later one.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String], flags: [Flag], sources: [OptionSource]) throws {
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
        guard let text = source.text(flag) else { continue }
        try set(flag, flag.isRepeatable ? Options.list(text) : [text], source.label(flag), rank: index + 1)
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
    guard flag.takesValue else { return try set(flag, [attached ?? "true"], label, rank: 0) }
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
    try set(flag, (values[flag.name] ?? []) + [value], label, rank: 0)
  }

  private static func flag(_ name: String, of flags: [Flag]) -> Flag? {
    flags.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// A list in one text: a line each, or else separated by commas.
  private static func list(_ text: String) -> [String] {
    text.split(separator: text.contains("\n") ? "\n" : ",").map(String.init)
  }

  private mutating func set(_ flag: Flag, _ texts: [String], _ label: String, rank: Int) throws {
    ranks[flag.name] = rank
    guard flag.takesValue else {
      switch texts.last?.lowercased() {
      case "1", "true", "yes": values[flag.name] = []
      case "0", "false", "no":
        values[flag.name] = nil
        denied.insert(flag.name)
      default: throw UsageError(description: "\(label) is true or false, found '\(texts.last ?? "")'")
      }
      return
    }
    for text in texts { try Options.check(text, flag, label) }
    values[flag.name] = texts
  }

  private static func check(_ value: String, _ flag: Flag, _ label: String) throws {
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
