internal import IAConvert
internal import IAFormats
internal import IAText

/// The display of intensities that a command line requests.
struct LookChoices: Hashable {
  var scheme: String?
  var smoothing: Smoothing?
  var edition = RenderScheme.Edition.fixed
  var animates: Bool?
  var colors: Int?
  var changes: ChangePolicy?
  var showsHiddenText = false

  func writeOptions(isForTerminal: Bool) throws -> WriteOptions {
    let choice = try SchemeChoice(scheme, edition: edition)
    var options = WriteOptions(
      display: DisplayOptions(
        renderScheme: choice.name, smoothing: smoothing, animates: animates),
      schemes: choice.schemes,
      terminalColors: colors ?? (isForTerminal ? TerminalColors.count : 1 << 24))
    options.changes = changes
    options.showsHiddenText = showsHiddenText
    return options
  }
}
