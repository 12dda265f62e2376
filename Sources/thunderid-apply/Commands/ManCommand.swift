/// `man`: prints the manual page, made from the same tables as `--help`.
enum ManCommand {
  static let spec = CommandSpec(
    "man", summary: "print the manual page",
    details: "To read it where it is not installed: thunderid-apply man | man -l -",
    flags: []
  ) { invocation in
    let page = ManPage.render(Main.commands)
    try invocation.output.result(["page": .string(page)], text: page)
    return .done
  }
}
