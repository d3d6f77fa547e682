/// The number of colours of the standard output, according to the environment.
enum TerminalColors {
  /// The number that `COLORTERM` and `TERM` indicate, at least 16.
  ///
  /// It is 0 if the output is not a terminal or `NO_COLOR` is set to a non-empty value, and -1 if the output is a
  /// terminal that interprets no control sequences, not even for bold text.
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
