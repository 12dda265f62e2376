import ThunderID
import ThunderIDPlan
import ThunderIDSandbox

/// What an error means to the shell and how it reads: one mapping for every command.
struct Failure {
  let code: ExitCode
  /// What happened, one or several messages.
  let messages: [(message: String, hint: String?)]
  var diagnostics: [Diagnostic] = []

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
      messages = error.refusals.map { ("refused: " + $0.message, $0.remedy) }
    case let error as ThunderIDError:
      code = Failure.code(of: error)
      messages = [(error.description, Failure.hint(for: error))]
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
      messages = [(error.description, "give the right --server, or change target: in the manifest")]
    case let error as NotApproved:
      code = .refused
      messages = [(error.description, error.hint)]
    case let error as TransportError:
      code = .unreachable
      messages = [(error.description, nil)]
    case is CancellationError:
      code = .interrupted
      messages = [("interrupted", nil)]
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
    if output.isJSON {
      output.print(json)
      return
    }
    let style = output.noteStyle
    var text = DiagnosticText.render(diagnostics, style: style)
    for (message, hint) in messages {
      text += style.red("error: ") + VisibleText.escaped(message) + "\n"
      if let hint { text += "  hint: \(VisibleText.escaped(hint))\n" }
    }
    Output.write(text, to: 2)
  }

  private var json: JSONValue {
    let message = messages.map { $0.message + ($0.hint.map { "; " + $0 } ?? "") }.joined(separator: "; ")
    var document = JSONObject([
      ("error", ["exitCode": .number(JSONNumber(Int(code.rawValue))), "message": .string(message)] as JSONValue)
    ])
    if !diagnostics.isEmpty { document["diagnostics"] = .array(diagnostics.map(PlanJSON.diagnostic)) }
    return .object(document)
  }
}

/// Nobody said yes (exit code 5).
struct NotApproved: Error, CustomStringConvertible {
  let description: String
  var hint: String?
}
