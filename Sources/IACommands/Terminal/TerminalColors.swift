/// The number of colours of the standard output, according to the environment.
enum TerminalColors {
  /// −1 if the output is a terminal without control sequences, even for bold text; 0 if it is not a
  /// terminal or `NO_COLOR` is set; otherwise the number that `COLORTERM` and `TERM` indicate, at least
  /// 16.
  static var count: Int {
    guard StandardOutput.isTerminal else { return 0 }
    if isDumb { return -1 }
    if isRefused { return 0 }
    let terminal = ProcessControl.environment("TERM") ?? ""
    switch ProcessControl.environment("COLORTERM") {
    case "truecolor", "24bit": return 1 << 24
    default: return terminal.contains("256") ? 256 : 16
    }
  }

  /// Whether the terminal of the process has no control sequences: `TERM` is `dumb`, empty or not set.
  static var isDumb: Bool {
    let terminal = ProcessControl.environment("TERM") ?? ""
    return terminal.isEmpty || terminal == "dumb"
  }

  private static var isRefused: Bool {
    ProcessControl.environment("NO_COLOR").map { !$0.isEmpty } ?? false
  }
}
