internal import IAConvert
internal import IAFormats
internal import IAText

/// The display of intensities that a command line requests.
struct LookChoices: Hashable {
  var scheme: String?
  var smoothing: Smoothing?
  var edition = RenderScheme.Edition.fixed
  var steps: Int?
  var animates: Bool?
  var colors: Int?
  var changes: ChangePolicy?
  var showsHiddenText = false

  func writeOptions(isForTerminal: Bool) throws -> WriteOptions {
    var choice = try SchemeChoice(scheme, edition: edition)
    if let steps { choice.schemes = choice.schemes.map { $0.resampled(steps: steps) } }
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
