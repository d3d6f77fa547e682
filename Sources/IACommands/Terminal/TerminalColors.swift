/// The number of colours of the standard output, according to the environment.
enum TerminalColors {
  /// 0 if the output is not a terminal, the terminal is `dumb` or `NO_COLOR` is set; otherwise the
  /// number that `COLORTERM` and `TERM` indicate, at least 16.
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
