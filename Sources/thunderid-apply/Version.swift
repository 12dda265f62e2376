/// The version of the tool.
enum Version {
  static let number = "0.1.0"
  /// The day of this version, for the manual page.
  static let date = "2026-12-01"
}
