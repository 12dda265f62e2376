/// The style sheet of the HTML report.
enum HTMLStyle {
  static let sheet = """
    :root{color-scheme:light dark;--ink:#1b1f24;--quiet:#57606a;--paper:#fff;--card:#f6f8fa;--line:#d0d7de;\
    --create:#1a7f37;--update:#9a6700;--delete:#cf222e}
    @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9198a1;--paper:#0d1117;--card:#161b22;\
    --line:#3d444d;--create:#3fb950;--update:#d29922;--delete:#f85149}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:70rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);\
    background:var(--paper)}
    h1{font-size:1.4rem;margin:0}header p{margin:.2rem 0}.quiet{color:var(--quiet);font-weight:400}
    .tiles{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0}
    .tile{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;min-width:7rem}
    .tile b{display:block;font-size:1.6rem}.tile.create b,.create .mark{color:var(--create)}
    .tile.update b,.update .mark{color:var(--update)}.tile.delete b,.delete .mark{color:var(--delete)}
    .filter{position:absolute;opacity:0}
    nav{margin:1rem 0}nav label{border:1px solid var(--line);border-radius:1rem;padding:.1rem .7rem;cursor:pointer;\
    opacity:.55}
    .message{border-left:4px solid var(--update);padding:.3rem .8rem;background:var(--card)}
    details.step{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;background:var(--card)}
    summary{padding:.5rem .8rem;cursor:pointer;font-weight:600;overflow-wrap:anywhere}
    .mark{font-family:ui-monospace,monospace}
    table{width:100%;border-collapse:collapse;table-layout:fixed}
    th,td{text-align:left;vertical-align:top;padding:.3rem .8rem;border-top:1px solid var(--line);\
    overflow-wrap:anywhere;font:14px/1.45 ui-monospace,monospace}
    thead th{font-family:inherit;color:var(--quiet)}.before{color:var(--delete)}.after{color:var(--create)}
    .note{margin:0;padding:.3rem .8rem}
    @media(max-width:40rem){thead{display:none}tr,th,td{display:block}th,td{border:0;padding:.1rem .8rem}\
    tr{border-top:1px solid var(--line);padding:.3rem 0}}
    svg{max-width:100%;height:auto}svg text{fill:var(--ink);font:13px ui-monospace,monospace}
    svg path{stroke:var(--quiet);fill:none}svg rect{fill:var(--card);stroke:var(--line)}
    """

  /// Rules that hide the steps whose box is not checked and light the labels of those that are.
  static func filters(kinds: [String]) -> String {
    let pairs =
      Step.Action.allCases.map { ("a-\($0.rawValue)", ".step.\($0.rawValue)") }
      + kinds.map { ("k-\($0)", ".step.k-\($0)") }
    return pairs.map { id, step in
      "#\(id):not(:checked)~main \(step){display:none}#\(id):checked~main label.\(id){opacity:1}"
        + "#\(id):focus-visible~main label.\(id){outline:2px solid}"
    }.joined()
  }
}
