internal import IAConvert

/// Shows the progress of a long conversion on a terminal, after half a second; writes nothing if
/// the output is not a terminal.
final class ProgressLine {
  /// The name of the document that is being converted.
  var name = ""
  private let isShown: Bool
  private var nextUpdate = ProcessTime.wallSeconds + 0.5
  private var isDirty = false

  init(isQuiet: Bool) {
    isShown = !isQuiet && StandardError.isTerminal && !TerminalColors.isDumb
  }

  func update(_ phase: Conversion.Phase) {
    guard isShown else { return }
    let now = ProcessTime.wallSeconds
    guard now >= nextUpdate else { return }
    nextUpdate = now + 0.2
    isDirty = true
    let words = "\(HarmlessText.escape(name)): \(Self.words(for: phase))"
    StandardError.write("\r\u{1B}[Kiaconv: \(words)")
  }

  /// Clears the line.
  func finish() {
    if isDirty { StandardError.write("\r\u{1B}[K") }
    isDirty = false
  }

  private static func words(for phase: Conversion.Phase) -> String {
    switch phase {
    case .reading: "reading"
    case .parsing(let count): "parsing \(count >> 10) KiB"
    case .writing(let count): "written \(count >> 10) KiB"
    }
  }
}
