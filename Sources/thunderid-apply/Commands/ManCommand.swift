/// `man`: prints the manual page, made from the same tables as `--help`.
enum ManCommand {
  static let spec = CommandSpec(
    "man", summary: "print the manual page",
    details: "To read it where it is not installed: thunderid-apply man | man -l -",
    flags: []
  ) { invocation in
    invocation.output.print(ManPage.render(Main.commands))
    return .done
  }
}
