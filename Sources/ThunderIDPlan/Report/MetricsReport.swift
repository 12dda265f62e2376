import ThunderID

/// Drift as metrics for Prometheus' text-file collector.
package enum MetricsReport {
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - seconds: how long the look took.
  package static func render(_ plan: Plan, isQuiet: Bool, now: Double, seconds: Double) -> String {
    var out = ""
    func metric(_ name: String, _ help: String, _ lines: [String]) {
      out += "# HELP thunderid_apply_\(name) \(help)\n# TYPE thunderid_apply_\(name) gauge\n"
      for line in lines { out += "thunderid_apply_\(name)\(line)\n" }
    }
    metric("in_sync", "Whether the server is as declared, known drift aside.", [" \(isQuiet ? 1 : 0)"])
    var counts: [String] = []
    for kind in Kinds.all {
      for action in Step.Action.allCases {
        let count = plan.steps.count { $0.address.kind == kind.name && $0.action == action }
        counts.append("{kind=\"\(kind.name)\",action=\"\(action.rawValue)\"} \(count)")
      }
    }
    metric("drifted_resources", "Resources that are not as declared.", counts)
    metric("unchanged_resources", "Resources that are as declared.", [" \(plan.unchanged)"])
    metric("last_success_timestamp_seconds", "When drift was last looked for with success.", [" \(Int(now))"])
    metric("duration_seconds", "How long the look took.", [" \((seconds * 1000).rounded() / 1000)"])
    return out
  }
}
