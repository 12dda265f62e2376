import ThunderID

/// Findings as JUnit XML, for build servers that show test results: a resource that is as it should be passes, one that
/// would change fails with what would.
package enum JUnitReport {
  /// The document.
  ///
  /// - Parameter isDrift: whether a planned change is a failure; in a plan it is what was asked for.
  package static func render(_ plan: Plan, isDrift: Bool) -> String {
    let failures = isDrift ? plan.steps.count : 0
    let total = plan.steps.count + plan.refusals.count + (plan.unchanged > 0 ? 1 : 0)
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"thunderid-apply\" tests=\"\(total)\" failures=\"\(failures + plan.refusals.count)\">\n"
    out +=
      "  <testsuite name=\"\(text(plan.server))\" tests=\"\(total)\" failures=\"\(failures + plan.refusals.count)\">\n"
    if plan.unchanged > 0 {
      out += "    <testcase classname=\"unchanged\" name=\"\(plan.unchanged) resources as declared\"/>\n"
    }
    for step in plan.steps { out += testCase(step, isDrift: isDrift) }
    for refusal in plan.refusals {
      out += "    <testcase classname=\"refused\" name=\"\(text(refusal.address?.description ?? "plan"))\">\n"
      out +=
        "      <failure type=\"\(text(refusal.rule))\" message=\"\(text(refusal.description))\"/>\n    </testcase>\n"
    }
    return out + "  </testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ step: Step, isDrift: Bool) -> String {
    let head = "    <testcase classname=\"\(text(step.address.kind))\" name=\"\(text(step.address.description))\""
    let details = step.changes.map { change in
      let (before, after) = ValueText.sides(change)
      return "\(change.path): \(before) -> \(after)"
    }.joined(separator: "\n")
    let message = "would \(ValueText.verb(step.action)) \(step.address)"
    if isDrift {
      return head + ">\n      <failure type=\"\(step.action.rawValue)\" message=\"\(text(message))\">\(text(details))"
        + "</failure>\n    </testcase>\n"
    }
    return head + ">\n      <system-out>\(text(message + "\n" + details))</system-out>\n    </testcase>\n"
  }

  private static func text(_ text: String) -> String {
    HTMLText.escaped(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }.joined(
        separator: "\n"))
  }
}
