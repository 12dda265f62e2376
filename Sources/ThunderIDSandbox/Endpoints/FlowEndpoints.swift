import ThunderID

/// `/flows`, to read: applications refer to them.
enum FlowEndpoints {
  static let routes: [Route] = [
    Route("/flows", .permission("system"), ["GET": list]),
    Route("/flows/{id}", .permission("system"), ["GET": get]),
  ]

  private static let list: Endpoint = { state, call in
    let page = try Page(call, limitCode: "FLM-1006", offsetCode: "FLM-1006", isDisplaySupported: false)
    let type = call.query["flowType"]
    let flows = state.flows.filter { type == nil || $0["flowType"]?.stringValue == type }
    return page.reply("flows", all: flows.map { .object($0) })
  }

  /// The steps are only a start and an end.
  private static let get: Endpoint = { state, call in
    guard var flow = state.flows.first(where: { $0["id"]?.stringValue == call.id }) else {
      throw Refusal(404, "FLM-1003")
    }
    flow["nodes"] = [["id": "start", "type": "START", "onSuccess": "end"], ["id": "end", "type": "END"]]
    return .json(200, .object(flow))
  }
}
