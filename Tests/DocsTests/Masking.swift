import Foundation

/// Takes out of an output what differs from run to run.
enum Masking {
  private static let patterns: [(String, String)] = [
    ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<id>"),
    ("[0-9]{8}T[0-9]{6}Z-[0-9a-z]+", "<run>"),
  ]

  static func masked(_ text: String) -> String {
    patterns.reduce(text) { text, rule in
      text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
    }
  }
}
