import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

/// What an error means to the shell and how it reads: one mapping for every command.
struct Failure {
  let code: ExitCode
  /// What happened, one or several messages.
  let messages: [(message: String, hint: String?)]
  var diagnostics: [Diagnostic] = []
  /// What a guard would not let pass.
  var refusals: [GuardRefusal] = []
  /// The status of the server's answer and its code for what is wrong, where an answer is the reason.
  var answer: (status: Int?, serverCode: String?)

  init(_ error: any Error) {
    switch error {
    case let error as ManifestErrors:
      code = .manifestInvalid
      diagnostics = error.diagnostics
      let count = error.diagnostics.count
      messages = [("the manifest has \(count) \(count == 1 ? "error" : "errors")", nil)]
    case let error as ConfigErrors:
      code = .usage
      diagnostics = error.diagnostics
      let count = error.diagnostics.count
      messages = [("the configuration has \(count) \(count == 1 ? "error" : "errors")", nil)]
    case let error as PlanRefused:
      code = .refused
      refusals = error.refusals
      messages = error.refusals.map { ("refused: " + $0.message, $0.remedy) }
    case let error as ThunderIDError:
      code = Failure.code(of: error)
      messages = [(error.description, Failure.hint(for: error))]
      answer = (error.status, error.serverCode)
    case let error as SandboxHTTPError:
      code = .error
      messages = [(error.description, "take another --port; 0 takes any free one")]
    case let error as ListingError:
      code = .error
      messages = [(error.description, nil)]
    case let error as UsageError:
      code = .usage
      messages = [(error.description, error.hint)]
    case let error as SignInError:
      code = .notAllowed
      messages = [(error.description, error.hint)]
    case let error as WrongServer:
      code = .refused
      messages = [
        (
          error.description,
          "give the right --server" + (error.what == "manifest" ? ", or change target: in the manifest" : "")
        )
      ]
    case let error as NotApproved:
      code = .refused
      messages = [(error.description, error.hint)]
    case let error as TransportError:
      code = .unreachable
      messages = [(error.description, nil)]
    case is CancellationError:
      code = .interrupted
      messages = [("interrupted", nil)]
    case let error as Interrupted:
      code = error.isTermination ? .terminated : .interrupted
      messages = [(error.description, nil)]
    default:
      code = .error
      messages = [("\(error)", nil)]
    }
  }

  private static func code(of error: ThunderIDError) -> ExitCode {
    switch error.code {
    case .authenticationFailed, .forbidden: .notAllowed
    case .networkError, .requestTimeout: .unreachable
    case .invalidConfiguration: .usage
    default: .error
    }
  }

  private static func hint(for error: ThunderIDError) -> String? {
    switch error.code {
    case .authenticationFailed where error.serverCode == "invalid_target":
      "name the identifier of the server's System resource with --resource"
    case .authenticationFailed where error.status == 401: "get a new token, and check that it is for this server"
    case .forbidden:
      "this token lacks permission: it needs the scope system, and its client or user the Administrator role"
    case .requestTimeout: "is --server right, and does the server run? a slow one may need a longer --timeout"
    case .networkError: hint(for: error.underlyingError as? TransportError)
    default: nil
    }
  }

  private static func hint(for failure: TransportError?) -> String? {
    // What to do about a certificate depends on what is wrong with it, and the message says so.
    failure?.code == .tls ? nil : "is --server right, and does the server run?"
  }

  /// All of it in one line.
  var summary: String { VisibleText.escaped(messages.map(\.message).joined(separator: "; ")) }

  /// Prints it where it belongs.
  func report(to output: Output) {
    output.outcome(document, event: "error")
    let style = output.noteStyle
    var text = DiagnosticText.render(diagnostics, style: style)
    for (message, hint) in messages {
      text += style.red("error: ") + VisibleText.escaped(message) + "\n"
      if let hint { text += "  hint: \(VisibleText.escaped(hint))\n" }
    }
    Output.write(text, to: 2)
  }

  /// What `--json` prints and `schema error` describes: the rule it broke, in words, and what to do.
  var document: JSONObject {
    var error = JSONObject([
      ("code", .string(code.name)), ("exitCode", .number(JSONNumber(Int(code.rawValue)))),
      ("message", .string(messages.map(\.message).joined(separator: "; "))),
    ])
    let hints = messages.compactMap(\.hint)
    if !hints.isEmpty { error["hint"] = .string(hints.joined(separator: "; ")) }
    if let status = answer.status { error["status"] = .number(JSONNumber(status)) }
    if let serverCode = answer.serverCode { error["serverCode"] = .string(serverCode) }
    if !refusals.isEmpty { error["refused"] = .array(refusals.map(PlanJSON.refusal)) }
    var document = JSONObject([("error", .object(error))])
    if !diagnostics.isEmpty { document["diagnostics"] = .array(diagnostics.map(PlanJSON.diagnostic)) }
    return document
  }
}

/// Nobody said yes (exit code 5).
struct NotApproved: Error, CustomStringConvertible {
  let description: String
  var hint: String?
}

/// A signal ended a command that was not writing (exit code 130 or 143).
struct Interrupted: Error, CustomStringConvertible {
  let isTermination: Bool

  var description: String { isTermination ? "terminated" : "interrupted" }
}
