import ThunderID

/// Diagnostics of manifests as SARIF 2.1.0, which code hosts show beside the lines.
package enum SARIFReport {
  /// The document.
  package static func render(_ diagnostics: [Diagnostic], toolVersion: String) -> JSONValue {
    var rules: [String] = []
    for diagnostic in diagnostics where !rules.contains(diagnostic.code) { rules.append(diagnostic.code) }
    let driver: JSONValue = [
      "name": "thunderid-apply", "version": .string(toolVersion),
      "rules": .array(rules.map { ["id": .string($0)] }),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        ["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": .array(diagnostics.map(result))]
      ],
    ]
  }

  private static func result(_ diagnostic: Diagnostic) -> JSONValue {
    var result = JSONObject([
      ("ruleId", .string(diagnostic.code)),
      ("level", .string(diagnostic.severity == .error ? "error" : "warning")),
      (
        "message",
        .object(
          JSONObject([
            ("text", .string(diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")))
          ]))
      ),
    ])
    if let location = diagnostic.location {
      let place: JSONValue = [
        "physicalLocation": [
          "artifactLocation": ["uri": .string(uri(location.file))],
          "region": [
            "startLine": .number(JSONNumber(location.line)), "startColumn": .number(JSONNumber(location.column)),
          ],
        ]
      ]
      result["locations"] = .array([place])
    }
    return .object(result)
  }

  /// A path as a URI reference: relative, or of the scheme file.
  static func uri(_ path: String) -> String {
    let segments = path.split(separator: "/").filter { $0 != "." }.map {
      $0 == ".." ? ".." : PercentEncoding.pathSegment(String($0))
    }
    return (path.hasPrefix("/") ? "file:///" : "") + segments.joined(separator: "/")
  }
}
