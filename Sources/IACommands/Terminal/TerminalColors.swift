/// How many colours the standard output shows, as far as the environment says.
enum TerminalColors {
  /// None where the output is no terminal, the terminal is `dumb` or `NO_COLOR` is set; else what
  /// `COLORTERM` and `TERM` promise, 16 at least.
  static var count: Int {
    guard StandardOutput.isTerminal, !isRefused else { return 0 }
    let terminal = ProcessControl.environment("TERM") ?? ""
    if terminal.isEmpty || terminal == "dumb" { return 0 }
    switch ProcessControl.environment("COLORTERM") {
    case "truecolor", "24bit": return 1 << 24
    default: return terminal.contains("256") ? 256 : 16
    }
  }

  private static var isRefused: Bool {
    ProcessControl.environment("NO_COLOR").map { !$0.isEmpty } ?? false
  }
}
