import ThunderIDPlan

/// `doctor`: shows what settings count, and checks step by step whether the tool could work with them.
enum DoctorCommand {
  static let spec = CommandSpec(
    "doctor", summary: "show settings, check server, certificate, token and permissions",
    details: "Reads only. Of each setting it says where it comes from: flag, variable, profile or default. Secrets are "
      + "never shown. The exit code is that of the first check that failed.",
    flags: SharedFlags.connection + SharedFlags.planning.filter { DoctorSettings.ofPlanning.contains($0.name) }
  ) { invocation in
    let settings = DoctorSettings(invocation)
    var checks = DoctorChecks(invocation)
    try await checks.run()
    let report = DoctorReport(settings: settings.all, checks: settings.checks + checks.done)
    try invocation.output.result(report.json, text: report.text(invocation.output.style))
    return report.status
  }
}
