import ThunderID
import ThunderIDPlan

/// One check of `doctor` and what came of it.
struct DoctorCheck: Sendable {
  enum Status: String, Sendable, CaseIterable { case ok, warning, failed, skipped }

  let name: String
  let status: Status
  let detail: String
  var hint: String?
  /// The exit code of a failure.
  var code = ExitStatus.error

  static func ok(_ name: String, _ detail: String) -> DoctorCheck { .init(name: name, status: .ok, detail: detail) }

  static func warning(_ name: String, _ detail: String, hint: String? = nil) -> DoctorCheck {
    .init(name: name, status: .warning, detail: detail, hint: hint)
  }

  static func skipped(_ name: String, _ reason: String) -> DoctorCheck {
    .init(name: name, status: .skipped, detail: reason)
  }

  static func failed(_ name: String, _ detail: String, hint: String? = nil, code: ExitStatus) -> DoctorCheck {
    .init(name: name, status: .failed, detail: detail, hint: hint, code: code)
  }

  /// A check that an error ended.
  static func failed(_ name: String, _ error: any Error) -> DoctorCheck {
    let failure = Failure(error)
    let hints = failure.messages.compactMap(\.hint)
    return .failed(
      name, failure.messages.map(\.message).joined(separator: "; "),
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "), code: failure.code)
  }
}

/// What `doctor` found.
struct DoctorReport {
  let settings: [DoctorSettings.Setting]
  let checks: [DoctorCheck]

  /// That of the first check that failed.
  var status: ExitStatus { checks.first { $0.status == .failed }?.code ?? .done }

  func text(_ style: TextStyle) -> String {
    var out = "Settings:\n"
    let width = settings.map(\.flag.name.count).max() ?? 0
    for setting in settings {
      let value = VisibleText.escaped(setting.shown ?? "not set")
      let origin = setting.shown == nil ? "" : "  " + style.faint("(\(VisibleText.escaped(setting.origin.text)))")
      out += "  \(Help.padded(setting.flag.name, width))  \(value)\(origin)\n"
    }
    out += "\nChecks:\n"
    let names = checks.map(\.name.count).max() ?? 0
    for check in checks {
      out += "  \(word(check.status, style))  \(Help.padded(check.name, names))  \(VisibleText.escaped(check.detail))\n"
      if let hint = check.hint { out += "           \(Help.padded("", names))  hint: \(VisibleText.escaped(hint))\n" }
    }
    return out
  }

  private func word(_ status: DoctorCheck.Status, _ style: TextStyle) -> String {
    let word = Help.padded(status.rawValue, 7)
    return switch status {
    case .ok: style.green(word)
    case .warning: style.yellow(word)
    case .failed: style.red(word)
    case .skipped: style.faint(word)
    }
  }

  var json: JSONValue {
    [
      "ok": .bool(status == .done), "exitCode": .number(JSONNumber(Int(status.rawValue))),
      "settings": .array(
        settings.map { setting in
          [
            "name": .string(setting.flag.name), "value": setting.shown.map { .string($0) } ?? .null,
            "isSecret": .bool(setting.flag.isSecret),
            "origin": ["kind": .string(setting.origin.kind.rawValue), "text": .string(setting.origin.text)],
          ]
        }),
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.name), "status": .string(check.status.rawValue), "detail": .string(check.detail),
            "hint": check.hint.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }
}
