/// Colours of a terminal, or none.
package struct TextStyle: Sendable {
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func red(_ text: String) -> String { colored(text, "31") }
  package func green(_ text: String) -> String { colored(text, "32") }
  package func yellow(_ text: String) -> String { colored(text, "33") }
  package func bold(_ text: String) -> String { colored(text, "1") }
  package func faint(_ text: String) -> String { colored(text, "2") }

  private func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }

  package func symbol(_ action: Step.Action) -> String {
    switch action {
    case .create: green("+")
    case .update: yellow("~")
    case .delete: red("-")
    }
  }
}
